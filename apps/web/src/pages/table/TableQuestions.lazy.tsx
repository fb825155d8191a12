import type { DeclineReason } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import { tableDialogText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { Note } from '../../ui/Note.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import DeclineForm from '../agreement/DeclineForm.lazy.tsx'
import { NoteField } from '../agreement/NoteField.tsx'

export type TableQuestion =
  /** About the version that was on the slip when it was asked, not a newer one. */
  { readonly kind: 'decline' | 'withdraw'; readonly version: number } | { readonly kind: 'leave' | 'block' | 'report' }

interface TableQuestionsProps {
  readonly open: TableQuestion | null
  readonly onClose: () => void
  readonly who: string
  readonly onDecline: (version: number, reason: DeclineReason, text: string) => void
  readonly onWithdraw: (version: number) => void
  readonly onLeave: () => void
  readonly onBlock: () => void
  /** Resolves to a reference, or null if it was not taken. */
  readonly onReport: (text: string) => Promise<string | null>
}

/** Asks before something is done that can't be undone. Nothing is asked while `open` is null. */
export default function TableQuestions(props: TableQuestionsProps): ReactNode {
  const { open, onClose, who } = props
  if (!open) return null
  const shared = { open: true, onClose, closeLabel: frameText.close }
  switch (open.kind) {
    case 'decline':
      return (
        <Dialog {...shared} title={words.decline}>
          <p>{words.declineText(who)}</p>
          <DeclineForm
            hint={words.declineHint}
            onDecline={(reason, text) => {
              onClose()
              props.onDecline(open.version, reason, text)
            }}
            onKeep={onClose}
          />
        </Dialog>
      )
    case 'report':
      return (
        <Dialog {...shared} title={words.report}>
          <p>{words.reportText}</p>
          <ReportForm {...props} />
        </Dialog>
      )
    case 'withdraw':
      return (
        <Confirm
          {...props}
          title={words.withdraw}
          text={words.withdrawText(who)}
          back={words.keepIt}
          onConfirm={() => props.onWithdraw(open.version)}
        />
      )
    case 'leave':
      return (
        <Confirm {...props} title={words.leave} text={words.leaveText} back={words.stay} onConfirm={props.onLeave} />
      )
    case 'block':
      return (
        <Confirm
          {...props}
          title={words.block(who)}
          text={words.blockText}
          back={words.dontBlock}
          onConfirm={props.onBlock}
        />
      )
  }
}

interface ConfirmProps extends TableQuestionsProps {
  readonly title: string
  readonly text: string
  /** Of the button that does nothing. */
  readonly back: string
  readonly onConfirm: () => void
}

function Confirm({ title, text, back, onClose, onConfirm }: ConfirmProps): ReactNode {
  return (
    <Dialog open title={title} heading={<HexText>{title}</HexText>} closeLabel={frameText.close} onClose={onClose}>
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

function ReportForm({ onReport, onClose }: TableQuestionsProps): ReactNode {
  const [text, setText] = useState('')
  const [reference, setReference] = useState<string | null>(null)
  const [state, setState] = useState<'typing' | 'sending' | 'failed'>('typing')
  const send = async (): Promise<void> => {
    setState('sending')
    const taken = await onReport(text)
    setReference(taken)
    setState(taken === null ? 'failed' : 'typing')
  }
  if (reference !== null) {
    return (
      <>
        <p role="status">{words.reported(reference)}</p>
        <Perforation />
        <Button look="stamp" sentence onClick={onClose}>
          {words.done}
        </Button>
      </>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <NoteField label={words.reportLabel} text={text} onText={setText} />
      {state === 'failed' ? (
        <Note tone="bad" role="alert">
          {words.notReported}
        </Note>
      ) : null}
      <Perforation />
      <Button look="stamp" sentence type="submit" working={state === 'sending'} disabled={text.trim() === ''}>
        {words.sendReport}
      </Button>
    </form>
  )
}
