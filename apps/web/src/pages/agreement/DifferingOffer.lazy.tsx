import { type Offer, otherSeat, type Seat } from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOfferList } from '../../features/offers/useOfferList.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { queryKeys } from '../../services/queries.ts'
import { compareText as words } from '../../text/agreement.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import { differingOffer } from './agreement.ts'
import { readTables } from './useAgreement.ts'

interface DifferingOfferProps {
  /** Agreed. */
  readonly table: TableHead
  readonly me: Seat
  readonly who: string
}

/** Warns at an agreed table of an open offer with other terms (decision N3). The agreed terms can still be locked in. */
export default function DifferingOffer(props: DifferingOfferProps): ReactNode {
  const found = useDifferingOffer(props)
  if (!found) return null
  return (
    <Note tone="bad" role="alert" action={<Link href={`/p2p/${found.offer.id}`}>{words.compare}</Link>}>
      {found.isMine ? words.yoursDiffers : words.theirsDiffers(props.who)}
    </Note>
  )
}

/** The same in a list of tables. */
export function ListedDifference(props: DifferingOfferProps): ReactNode {
  const found = useDifferingOffer(props)
  if (!found) return null
  const text = found.isMine ? words.yoursDiffersFromAgreed : words.theirsDiffersFromAgreed(props.who)
  return (
    <p className="table-differs">
      <Icon name="warning" />
      <span>
        {text}{' '}
        <Link href={`/p2p/${found.offer.id}`} aria-label={`${words.compare}: ${text}`}>
          {words.compare}
        </Link>
      </span>
    </p>
  )
}

function useDifferingOffer({ table, me }: DifferingOfferProps): { offer: Offer; isMine: boolean } | null {
  const [viewer, other] = [table[me], table[otherSeat(me)]]
  const isMine = table.locker === me
  const { offers } = useOfferList(isMine ? 'creator' : 'recipient', viewer)
  const nowS = useChainTimeS()
  const between = offers.filter(({ creator, recipient }) => (isMine ? recipient : creator) === other)
  const { data: tables } = useQuery({
    // A new offer may belong to a table that was agreed since.
    queryKey: [...queryKeys.agreed(viewer, other), ...between.map(({ id }) => id)],
    queryFn: () => readTables(viewer, other),
    enabled: between.length > 0,
  })
  const offer = tables ? differingOffer(table, { tables, offers: between, nowS }) : null
  return offer && { offer, isMine }
}
