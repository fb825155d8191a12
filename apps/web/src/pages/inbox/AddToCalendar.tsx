import { type ReactNode, useEffect } from 'react'
import { inboxText } from '../../text/inbox.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { importOnce } from '../../ui/lazy.ts'
import type { Expiry } from './calendarEntry.lazy.ts'

const calendarEntry = importOnce(() => import('./calendarEntry.lazy.ts'))

/** Hands out the offer's expiry as a file that calendars take. */
export function AddToCalendar(expiry: Expiry): ReactNode {
  // Fetched before the press, so that it works without the server too.
  useEffect(() => void calendarEntry(), [])
  return (
    <Button
      look="quiet"
      sentence
      icon="clock"
      className="add-to-calendar"
      onClick={() => void calendarEntry().then(({ saveEntry }) => saveEntry(expiry))}
    >
      {inboxText.calendar}
    </Button>
  )
}
