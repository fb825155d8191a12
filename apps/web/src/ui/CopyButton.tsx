import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useIsDrawn } from './useIsDrawn.ts'

const thanksMs = 2_000

/** Copies a text and confirms it in its own label. */
export function CopyButton({ text, label, doneLabel }: { text: string; label: string; doneLabel: string }): ReactNode {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), thanksMs)
    return () => clearTimeout(timer)
  }, [done])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      setDone(false) // The browser denied clipboard access; the text is on screen to copy by hand.
    }
  }
  return (
    <>
      <Button sentence icon={done ? 'check' : 'copy'} onClick={() => void copy()}>
        {done ? doneLabel : label}
      </Button>
      <span className="unseen" role="status">
        {done ? doneLabel : ''}
      </span>
    </>
  )
}

interface ShareButtonProps {
  readonly url: string
  readonly text: string
  readonly label: string
}

/** Opens the system's share sheet. Renders nothing if there is none. */
export function ShareButton({ url, text, label }: ShareButtonProps): ReactNode {
  if (useIsDrawn() || !('share' in navigator)) return null
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
