import './Note.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface NoteProps {
  readonly tone: 'plain' | 'warn' | 'bad' | 'ok'
  readonly children: ReactNode
  /** Actions the user can take. */
  readonly action?: ReactNode
  /** `status` is announced politely, `alert` at once. */
  readonly role?: 'status' | 'alert' | 'note'
}

const toneIcon: Record<NoteProps['tone'], IconName> = {
  plain: 'info',
  warn: 'warning',
  bad: 'failed',
  ok: 'checkCircle',
}

/** An inline message about a state. */
export function Note({ tone, children, action, role = 'status' }: NoteProps): ReactNode {
  return (
    <div className={`note note-${tone}`} role={role}>
      <Icon name={toneIcon[tone]} />
      <div className="note-words">{children}</div>
      {action}
    </div>
  )
}

/** An empty state and its reason. */
export function Empty({ title, children }: { title?: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      {title ? <strong>{title}</strong> : null}
      {children}
    </div>
  )
}
