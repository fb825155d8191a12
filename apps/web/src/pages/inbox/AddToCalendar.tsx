import { calendarFile } from '@parley/domain'
import type { ReactNode } from 'react'
import { calendarText, inboxText } from '../../text/inbox.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { shorten } from '../../ui/Address.tsx'

/** An offer whose expiry goes into a calendar. */
interface Expiry {
  readonly subject: { readonly kind: 'offer'; readonly offerId: string; readonly role: 'creator' | 'recipient' }
  readonly other: string
  /** Unix seconds. */
  readonly deadlineS: number
}

/** Rings as the reminders do. */
const alarmMinutes = [24 * 60, 60]

/** Hands out the offer's expiry as a file that calendars take. */
export function AddToCalendar({ subject, other, deadlineS }: Expiry): ReactNode {
  const save = (): void => {
    const url = new URL(`/p2p/${subject.offerId}`, window.location.origin).href
    const text = calendarFile({
      uid: `${subject.offerId}@${window.location.host}`,
      atS: deadlineS,
      madeAtS: Math.floor(Date.now() / 1000),
      summary: calendarText.summary(shorten(other), subject.role === 'creator'),
      description: calendarText.description,
      url,
      alarmMinutes,
    })
    saveFile(new File([text], calendarText.fileName, { type: 'text/calendar' }))
  }
  return (
    <Button look="quiet" sentence icon="clock" className="add-to-calendar" onClick={save}>
      {inboxText.calendar}
    </Button>
  )
}

function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
