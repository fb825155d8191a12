import type { DeclineReason } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import type { MoveFailure } from '../../services/tableLine.ts'
import { blocksText } from '../../text/blocks.lazy.ts'
import { tableDialogText as words, tableProblemText } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
  /** Resolves with null once it is declined. */
  readonly onDecline: (version: number, reason: DeclineReason, text: string) => Promise<MoveFailure | null>
  /** Unsent words to decline with, from before a reload or a new sign-in. */
  readonly kept: string
  readonly onType: (text: string) => void
  readonly onWithdraw: (version: number) => void
  readonly onLeave: () => void
  readonly onBlock: () => void
  /** Of a report that was not taken, from before a new sign-in. */
  readonly keptReport: string
  /** Resolves to a reference, or null if it was not taken. */
  readonly onReport: (text: string) => Promise<string | null>
}

/** Asks before something is done that can't be undone. Nothing is asked while `open` is null. */
export default function TableQuestions(props: TableQuestionsProps): ReactNode {
  const { open, onClose, who } = props
  if (!open) return null
  const asking = { onClose, closeLabel: frameText.close }
  const shared = { ...asking, open: true }
  switch (open.kind) {
    case 'decline':
      return (
        <Dialog {...shared} title={words.decline}>
          <p>{words.declineText(who)}</p>
          <Decline {...props} version={open.version} />
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
        <ConfirmDialog
          {...asking}
          title={words.withdraw}
          text={words.withdrawText(who)}
          back={words.keepIt}
          onConfirm={() => props.onWithdraw(open.version)}
        />
      )
    case 'leave':
      return (
        <ConfirmDialog
          {...asking}
          title={words.leave}
          text={words.leaveText}
          back={words.stay}
          onConfirm={props.onLeave}
        />
      )
    case 'block':
      return (
        <ConfirmDialog
          {...asking}
          title={blocksText.block(who)}
          text={blocksText.endsTables}
          back={blocksText.dontBlock}
          onConfirm={props.onBlock}
        />
      )
  }
}

/** Stays until it is answered, so that a refusal costs no words. */
function Decline({
  version,
  kept,
  onType,
  onDecline,
  onClose,
}: TableQuestionsProps & { readonly version: number }): ReactNode {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<MoveFailure | null>(null)
  const send = async (reason: DeclineReason, text: string): Promise<void> => {
    setSending(true)
    const refusal = await onDecline(version, reason, text)
    setSending(false)
    setFailure(refusal)
    if (refusal !== null) return
    onType('')
    onClose()
  }
  return (
    <DeclineForm
      hint={words.declineHint}
      isSending={isSending}
      kept={kept}
      onType={onType}
      onDecline={(reason, text) => void send(reason, text)}
      onKeep={onClose}
    >
      {failure ? (
        <Note tone="bad" role="alert">
          {tableProblemText.moves[failure]}
        </Note>
      ) : null}
    </DeclineForm>
  )
}

function ReportForm({ keptReport, onReport, onClose }: TableQuestionsProps): ReactNode {
  const [text, setText] = useState(keptReport)
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
