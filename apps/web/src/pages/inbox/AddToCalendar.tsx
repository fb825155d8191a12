import type { ReactNode } from 'react'
import { inboxText } from '../../text/inbox.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import type { Expiry } from './calendar.lazy.ts'

export function AddToCalendar(expiry: Expiry): ReactNode {
  const save = (): void => void import('./calendar.lazy.ts').then(({ saveExpiry }) => saveExpiry(expiry))
  return (
    <Button look="quiet" sentence icon="clock" className="add-to-calendar" onClick={save}>
      {inboxText.calendar}
    </Button>
  )
}
