import { useId, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Perforation } from './Perforation.tsx'

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
