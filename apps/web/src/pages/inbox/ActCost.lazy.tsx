import { type Address, maySendHome } from '@parley/domain'
import { editionOf, type ReadableItem } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { inboxActText } from '../../text/inbox.lazy.ts'
import { homeCostQuery } from '../../services/wayHome.ts'

type ActCostProps = Pick<ReadableItem, 'act' | 'gives' | 'gets' | 'deadlineS'> & {
  readonly subject: Extract<ReadableItem['subject'], { kind: 'offer' }>
  readonly viewer: Address
  readonly nowS: number
}

/** The estimate that My escrow shows for the same call, under the same key. */
export default function ActCost({ act, gives, gets, deadlineS, subject, viewer, nowS }: ActCostProps): ReactNode {
  const session = useSession()
  const messages = useMessages()
  const { offerId: id, escrow } = subject
  const isFree =
    editionOf(session.config, escrow) === 2 && maySendHome({ settlement: null, expiresAtS: deadlineS }, nowS)
  const way = act === 'take-back' ? 'cancel' : isFree ? 'sendHome' : 'recover'
  const offer = { id, escrow, offered: gives.nfts, requested: gets.nfts }
  const { data: cost } = useQuery(
    homeCostQuery(session, { account: viewer, holding: { key: id, way, escrow, offer }, to: viewer, messages }),
  )
  if (cost?.kind !== 'known') return null
  return (
    <small className="muted num">{inboxActText.costs(session.formatter.coin(cost.feeWei + cost.networkWei))}</small>
  )
}
