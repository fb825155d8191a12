import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface ShareButtonProps {
  readonly url: string
  readonly text: string
  readonly label: string
}

/** Opens the system's own sheet for handing a link on. Not there where the system has none. */
export function ShareButton({ url, text, label }: ShareButtonProps): ReactNode {
  if (!('share' in navigator)) return null
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ url, text })
    } catch {
      // Closed without choosing anybody: that is no failure, and nothing has happened.
    }
  }
  return (
    <Button sentence icon="share" onClick={() => void share()}>
      {label}
    </Button>
  )
}
