import './Dialog.css'
import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { IconButton, Button } from './Button.tsx'
import { focusPlaces } from './focus.ts'
import { Perforation } from './Slip.tsx'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** The title as drawn, where it isn't plain text. */
  readonly heading?: ReactNode
  readonly onClose: () => void
  readonly closeLabel: string
  readonly children: ReactNode
  /** An `alertdialog` must be answered: no close button, and clicks outside are ignored. */
  readonly role?: 'dialog' | 'alertdialog'
  /** `sheet` slides up from the bottom; `slip` is a centred piece of paper. */
  readonly shape?: 'slip' | 'sheet'
  /** The title is for screen readers only. */
  readonly titleUnseen?: boolean
  /** Id of the text that a screen reader reads when the dialog opens. */
  readonly describedBy?: string
}

/**
 * A modal dialog on the native `<dialog>`: traps focus, closes on Escape, restores focus.
 *
 * It injects no styles, so it works under a strict content security policy.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { open, title, onClose, closeLabel, children, role = 'dialog', shape = 'slip', titleUnseen = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(ref, open)
  if (!open) return null
  const answerRequired = role === 'alertdialog'
  // Focus the first focusable element: the content of a dialog, the close button of a long sheet.
  const close = answerRequired ? null : (
    <IconButton className="dialog-close" icon="close" label={closeLabel} onClick={onClose} />
  )
  return (
    // A click on the backdrop closes the dialog; keyboard users have Escape.
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
          {props.heading ?? title}
        </h2>
        {shape === 'sheet' ? close : null}
        {children}
        {shape === 'sheet' ? null : close}
      </div>
    </dialog>
  )
}

/** React owns the open state; native closing would get out of sync with it. */
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
      // The opener may be gone by now, together with its offer.
      places.find((place) => place.isConnected)?.focus({ preventScroll: true })
    }
  }, [open, ref])
}

interface AlertDialogProps {
  readonly open: boolean
  readonly title: string
  readonly text: string
  readonly detail?: ReactNode
  readonly answerLabel: string
  readonly onAnswer: () => void
}

/** An alert the user must answer: text above the perforation, buttons below. */
export function AlertDialog({ open, title, text, detail, answerLabel, onAnswer }: AlertDialogProps): ReactNode {
  const textId = useId()
  return (
    <Dialog
      role="alertdialog"
      open={open}
      title={title}
      onClose={onAnswer}
      closeLabel={answerLabel}
      describedBy={textId}
    >
      <p id={textId}>{text}</p>
      {detail ? <div className="muted dialog-detail">{detail}</div> : null}
      <Perforation />
      <Button look="stamp" sentence autoFocus onClick={onAnswer}>
        {answerLabel}
      </Button>
    </Dialog>
  )
}
