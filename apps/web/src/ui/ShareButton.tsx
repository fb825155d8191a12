import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface ShareButtonProps {
  readonly url: string
  readonly text: string
  readonly label: string
}

/** Opens the system's share sheet. Renders nothing if there is none. */
export function ShareButton({ url, text, label }: ShareButtonProps): ReactNode {
  if (!('share' in navigator)) return null
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ url, text })
    } catch {
      // The user closed the sheet, which isn't a failure.
    }
  }
  return (
    <Button sentence icon="share" onClick={() => void share()}>
      {label}
    </Button>
  )
}
