import type { Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { ticketText } from '../../text/offers.lazy.ts'
import { useSession } from '../../services/Session.ts'
import { useFee, useNetworkCost } from './useFee.ts'
interface ActCostProps {
  readonly offer: Offer
  readonly kind: 'cancel' | 'recover' | 'return' | 'sendHome' | 'claim'
}

const purposes = {
  cancel: 'cancel',
  recover: 'recover',
  return: 'recover',
  sendHome: 'recover',
  claim: 'claim',
} as const
const paysFee: ReadonlySet<ActCostProps['kind']> = new Set(['recover', 'return'])

/** An action's total cost beside its button: platform fee, if due, plus network fee. */
export function ActCost({ offer, kind }: ActCostProps): ReactNode {
  const { coin } = useSession().formatter
  const fee = useFee(offer.escrow)
  const networkWei = useNetworkCost(purposes[kind], offer.offered.length)
  if (networkWei === null) return null
  const feeWei = paysFee.has(kind) ? fee.wei : 0n
  return <small className="offer-act-step muted num">{ticketText.costs(coin(feeWei + networkWei))}</small>
}
