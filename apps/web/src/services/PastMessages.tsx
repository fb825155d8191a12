import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { frameText } from '../text/frame.ts'
import { transactionText as words } from '../text/transactions.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useSession } from './Session.ts'
import './PastMessages.css'

/** What this page said of problems, after its toast or alert has gone. */
export function PastMessages(): ReactNode {
  const { log } = useStore(useSession().notices.store)
  if (log.length === 0) return null
  return (
    <section className="past-messages" aria-label={words.messages}>
      <h3>{words.messages}</h3>
      <ul>
        {log.map(({ id, said: { title, text, detail } }) => (
          <li key={id}>
            <div className="past-words">
              {title ? <b>{title}</b> : null}
              <span>{text}</span>
              {detail ? <span className="muted">{detail}</span> : null}
              <CopyButton
                text={[title, text, detail].filter(Boolean).join('\n')}
                label={words.copyMessage}
                doneLabel={frameText.copied}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
