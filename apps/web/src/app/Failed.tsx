import { useEffect, type ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { Button } from '../ui/Button.tsx'
import { checkForNewBuild, useIsStale } from '../ui/lazy.ts'

interface FailedProps {
  readonly title: string
  readonly text: string
}

/** The error fallback: what went wrong, or that the page is outdated, and a reload button. */
export function Failed({ title, text }: FailedProps): ReactNode {
  const outdated = useIsStale()
  useEffect(() => void checkForNewBuild(), [])
  const { updated, updatedText, reload, tryAgain } = frameText
  return (
    <div className="setting" role="alert">
      <h1>{outdated ? updated : title}</h1>
      <p>{outdated ? updatedText : text}</p>
      <Button look="primary" sentence onClick={() => window.location.reload()}>
        {outdated ? reload : tryAgain}
      </Button>
    </div>
  )
}
