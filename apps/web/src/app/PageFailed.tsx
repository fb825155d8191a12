import { useEffect, type ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Button } from '../ui/Button.tsx'
import { lookForUpdate, useOutdated } from '../ui/deployment.ts'

/** A page that cannot be drawn leaves the frame around it, and so the way to the others. */
export function PageFailed(): ReactNode {
  const outdated = useOutdated()
  useEffect(() => void lookForUpdate(), [])
  const words = screenWords.frame
  return (
    <div className="setting" role="alert">
      <h1>{outdated ? words.updated : words.pageFailed}</h1>
      <p>{outdated ? words.updatedText : words.pageFailedText}</p>
      <Button look="primary" sentence onClick={() => window.location.reload()}>
        {outdated ? words.reload : words.tryAgain}
      </Button>
    </div>
  )
}
