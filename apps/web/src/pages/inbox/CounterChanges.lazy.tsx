import { dealChanges, otherSeat } from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useSession } from '../../services/Session.ts'
import { changeSentence } from '../table/changeWords.ts'

interface CounterChangesProps {
  readonly item: ReadableItem
  /** The other party: a short address, or the user's own name for it. */
  readonly who: string
}

/** What a counter changed, as a sentence that follows the version's number: 'Carol asked for Fox #7 from you.' */
export default function CounterChanges({ item, who }: CounterChangesProps): ReactNode {
  const { formatter } = useSession()
  const { counter, subject, gives, gets } = item
  if (counter === null || subject.kind !== 'table') return null
  const { before, durationMinutes } = counter
  const me = subject.seat
  const sides = me === 'opener' ? { opener: gives, guest: gets } : { opener: gets, guest: gives }
  const changes = dealChanges(before, { ...sides, durationMinutes })
  return ` ${changeSentence(changes, otherSeat(me), { formatter, me, who })}`
}
