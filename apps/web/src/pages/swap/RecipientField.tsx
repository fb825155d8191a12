import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { TextField } from '../../ui/TextField.tsx'
import '../../features/draft/Draft.css'
import type { DraftRecipient } from '../../features/draft/useDraft.ts'

// The field works without them.
const RecipientHelp = lazyOnIdle(() => import('./AddressHelp.lazy.tsx'))

/** The recipient's address. Below it, two lines say that it is invalid and why (decision S3). */
export function RecipientField({ recipient, disabled }: { recipient: DraftRecipient; disabled: boolean }): ReactNode {
  const messages = useMessages()
  const id = useId()
  const [unread, setUnread] = useState(false)
  const invalid = recipient.state === 'invalid'
  const [field, setField] = useState<ComponentProps<'input'>>({})
  const help = {
    recipient,
    onField: setField,
    text: recipient.text,
    disabled,
    onText: (text: string) => {
      setUnread(false)
      recipient.setText(text)
    },
    unread,
    onUnread: () => setUnread(true),
  }
  return (
    <div className="recipient">
      <TextField
        label={messages.recipientLabel}
        value={recipient.text}
        placeholder="0x…"
        spellCheck={false}
        autoCapitalize="off"
        disabled={disabled}
        invalid={invalid}
        describedBy={invalid || recipient.isContract ? id : undefined}
        {...field}
        onChange={(event) => help.onText(event.target.value)}
        start={recipient.address ? <Avatar seed={recipient.address} /> : null}
        end={
          <>
            {recipient.state === 'valid' ? (
              <span className="icon-ok">
                <Icon name="checkCircle" />
              </span>
            ) : null}
            <RecipientHelp part="paste" {...help} />
          </>
        }
      />
      <RecipientHelp part="recent" {...help} />
      <div id={id} aria-live="polite">
        {invalid ? (
          <p className="field-problem">
            <strong>{messages.invalidAddress}</strong>
            {recipient.problemText}
          </p>
        ) : null}
        {recipient.isContract ? <p className="field-warning">{messages.contractRecipient}</p> : null}
      </div>
    </div>
  )
}
