import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { HexText } from './HexText.tsx'
import { Perforation } from './Slip.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  /** Of the button that does nothing. */
  readonly back: string
  readonly closeLabel: string
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before something is done that can't be undone. The button that does it has the title's words. */
export function ConfirmDialog({ title, text, back, closeLabel, onClose, onConfirm }: ConfirmDialogProps): ReactNode {
  return (
    <Dialog open title={title} heading={<HexText>{title}</HexText>} closeLabel={closeLabel} onClose={onClose}>
      <p>{text}</p>
      <Perforation />
      <div className="dialog-pair">
        <Button
          look="stamp"
          sentence
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {title.replace('?', '')}
        </Button>
        <Button sentence onClick={onClose}>
          {back}
        </Button>
      </div>
    </Dialog>
  )
}
