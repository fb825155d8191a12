import { type DeclineReason, declineReasons } from '@parley/domain'
import { useId, useState, type ReactNode } from 'react'
import { declineReasonText, declineText as words } from '../../text/agreement.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { NoteField } from './NoteField.tsx'
import './Agreement.css'

interface DeclineFormProps {
  /** Who reads the words. */
  readonly hint: string
  readonly isSending?: boolean
  /** Words that were typed before, and aren't sent. */
  readonly kept?: string
  readonly onType?: (text: string) => void
  readonly onDecline: (reason: DeclineReason, text: string) => void
  readonly onKeep: () => void
  /** Above the buttons. */
  readonly children?: ReactNode
}

/** Why an offer or a version is declined: a reason from the list, one's own words, or both. */
export default function DeclineForm({
  hint,
  isSending = false,
  kept = '',
  onType,
  onDecline,
  onKeep,
  children,
}: DeclineFormProps): ReactNode {
  const [reason, setReason] = useState<DeclineReason>('not-for-me')
  const [text, setText] = useState(kept)
  const name = useId()
  const type = (typed: string): void => {
    setText(typed)
    onType?.(typed)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onDecline(reason, text)
      }}
    >
      <fieldset className="decline-reasons" disabled={isSending}>
        <legend>{words.reason}</legend>
        {declineReasons.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === reason} onChange={() => setReason(one)} />
            {declineReasonText[one]}
          </label>
        ))}
      </fieldset>
      <NoteField label={words.words} hint={hint} text={text} disabled={isSending} onText={type} />
      {children}
      <Perforation />
      <div className="dialog-pair">
        <Button
          look="stamp"
          sentence
          type="submit"
          working={isSending}
          disabled={reason === 'own-words' && text.trim() === ''}
        >
          {isSending ? words.declining : words.decline}
        </Button>
        <Button sentence disabled={isSending} onClick={onKeep}>
          {words.keep}
        </Button>
      </div>
    </form>
  )
}
