import { useEffect, useId, useRef, type ReactNode } from 'react'
import { demoWords } from './demoWords.ts'

interface DemoSheetProps {
  readonly title: string
  /** Escape, or the browser's own way of leaving a dialog. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A sheet over everything. The browser's own modal dialog keeps the focus in and the page behind it out of reach. */
export function DemoSheet({ title, onCancel, children }: DemoSheetProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="demo-wallet-sheet"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <p className="demo-wallet-kicker">{demoWords.kicker}</p>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
