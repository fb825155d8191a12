import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { IconButton } from './IconButton.tsx'
import { focusPlaces } from './focusPlaces.ts'
import './Dialog.css'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly closeLabel: string
  readonly children: ReactNode
  /** `alertdialog` has to be answered: it has no cross and ignores a press beside it. */
  readonly role?: 'dialog' | 'alertdialog'
  /** `sheet` comes up from the bottom as the table seen edge on; `slip` is a piece of paper in the middle. */
  readonly shape?: 'slip' | 'sheet'
  /** The title is read out but not shown. */
  readonly titleUnseen?: boolean
  /** Labels the words that a screen reader reads on opening. */
  readonly describedBy?: string
}

/**
 * A modal dialog on the browser's own `<dialog>`: it keeps the focus, makes the rest of the page inert, closes on Escape,
 * and gives the focus back. No style is injected, so the strictest content security policy holds.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { open, title, onClose, closeLabel, children, role = 'dialog', shape = 'slip', titleUnseen = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(ref, open)
  if (!open) return null
  const answerRequired = role === 'alertdialog'
  // The first thing to focus gets the focus: in a dialog what it is about, in a long sheet the way out at its top.
  const close = answerRequired ? null : (
    <IconButton className="dialog-close" icon="close" label={closeLabel} onClick={onClose} />
  )
  return (
    // A press beside the dialog leaves it; the keyboard has Escape for that.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      className={`dialog dialog-${shape}`}
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={props.describedBy}
      onCancel={(event) => closeByUs(event, onClose)}
      onClick={(event) => !answerRequired && event.target === ref.current && onClose()}
    >
      <div className="dialog-body">
        <h2 id={titleId} className={titleUnseen ? 'unseen' : 'dialog-title'}>
          {title}
        </h2>
        {shape === 'sheet' ? close : null}
        {children}
        {shape === 'sheet' ? null : close}
      </div>
    </dialog>
  )
}

/** React owns whether the dialog is open; the browser's own closing would leave the two apart. */
function closeByUs(event: SyntheticEvent<HTMLDialogElement>, onClose: () => void): void {
  if (event.target !== event.currentTarget) return
  event.preventDefault()
  onClose()
}

function useModal(ref: { readonly current: HTMLDialogElement | null }, open: boolean): void {
  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const places = focusPlaces(document.activeElement)
    if (!dialog.open) dialog.showModal()
    return () => {
      dialog.close()
      // What opened it may be gone by now, with the offer that it was about.
      places.find((place) => place.isConnected)?.focus({ preventScroll: true })
    }
  }, [open, ref])
}
