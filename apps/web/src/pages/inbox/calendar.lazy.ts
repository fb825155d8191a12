import { calendarFile } from '@parley/domain'
import { calendarText } from '../../text/inbox.lazy.ts'
import { shorten } from '../../ui/Address.tsx'

/** An offer whose expiry goes into a calendar. */
export interface Expiry {
  readonly subject: { readonly kind: 'offer'; readonly offerId: string; readonly role: 'creator' | 'recipient' }
  readonly other: string
  /** Unix seconds. */
  readonly deadlineS: number
}

/** Rings as the reminders do. */
const alarmMinutes = [24 * 60, 60]

/** Hands out the offer's expiry as a file that calendars take. */
export function saveExpiry({ subject, other, deadlineS }: Expiry): void {
  const text = calendarFile({
    uid: `${subject.offerId}@${window.location.host}`,
    atS: deadlineS,
    madeAtS: Math.floor(Date.now() / 1000),
    summary: calendarText.summary(shorten(other), subject.role === 'creator'),
    description: calendarText.description,
    url: new URL(`/p2p/${subject.offerId}`, window.location.origin).href,
    alarmMinutes,
  })
  saveFile(new File([text], calendarText.fileName, { type: 'text/calendar' }))
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
