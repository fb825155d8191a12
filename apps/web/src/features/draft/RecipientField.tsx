import { useId, type ReactNode } from 'react'
import { useMessages } from '../../session/useMessages.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TextField } from '../../ui/TextField.tsx'
import './Draft.css'
import type { DraftRecipient } from './useDraft.ts'

/** The recipient's address. Below it, two lines say that it is invalid and why (decision S3). */
export function RecipientField({ recipient, disabled }: { recipient: DraftRecipient; disabled: boolean }): ReactNode {
  const messages = useMessages()
  const id = useId()
  const invalid = recipient.state === 'invalid'
  return (
    <>
      <TextField
        label={messages.recipientLabel.text}
        value={recipient.text}
        placeholder="0x…"
        spellCheck={false}
        autoCapitalize="off"
        disabled={disabled}
        invalid={invalid}
        describedBy={invalid || recipient.isContract ? id : undefined}
        onChange={(event) => recipient.setText(event.target.value)}
        end={
          recipient.state === 'valid' ? (
            <span className="icon-ok">
              <Icon name="checkCircle" />
            </span>
          ) : null
        }
      />
      <div id={id} aria-live="polite">
        {invalid ? (
          <p className="field-problem">
            <strong>{messages.invalidAddress.text}</strong>
            {recipient.problemText}
          </p>
        ) : null}
        {recipient.isContract ? <p className="field-warning">{messages.contractRecipient.text}</p> : null}
      </div>
    </>
  )
}
