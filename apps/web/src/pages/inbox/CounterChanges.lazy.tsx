import { dealChanges, otherSeat } from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useSession } from '../../services/Session.ts'
import { inboxItemText } from '../../text/inbox.lazy.ts'
import { changeSentence } from '../table/changeWords.ts'

/** What a counter changed, as a sentence that follows the version's number: 'They asked for Fox #7 from you.' */
export default function CounterChanges({ item }: { readonly item: ReadableItem }): ReactNode {
  const { formatter } = useSession()
  const { counter, subject, gives, gets } = item
  if (counter === null || subject.kind !== 'table') return null
  const { before, durationMinutes } = counter
  const me = subject.seat
  const sides = me === 'opener' ? { opener: gives, guest: gets } : { opener: gets, guest: gives }
  const changes = dealChanges(before, { ...sides, durationMinutes })
  return ` ${changeSentence(changes, otherSeat(me), { formatter, me, who: inboxItemText.they })}`
}
