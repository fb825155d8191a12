import {
  type Address,
  type Collection,
  collectionName,
  counterpartyOf,
  historyDateS,
  type Nft,
  outcomeOf,
  roleIn,
  statusOf,
  tradeOf,
} from '@parley/domain'
import { isoTime } from '@parley/protocol'
import { formatEther } from 'viem'
import { csvLine } from '../lib/csv.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { type FeeChanges, feesPaid } from './paidFees.ts'

/** `give` and `get` are the offer's terms as the wallet sees them. Only those of a `completed` offer changed hands. */
export const historyColumns = [
  'offer',
  'outcome',
  'date',
  'created',
  'expires',
  'role',
  'counterparty',
  'give',
  'get',
  'coins_give',
  'coins_get',
  'fee',
  'transaction',
  'created_transaction',
  'escrow',
] as const

interface RowParts {
  readonly wallet: Address
  readonly collections: readonly Collection[]
  readonly feeChanges: FeeChanges
  /** Chain time, unix seconds. */
  readonly nowS: number
}

/** An offer of a wallet's history as a line of CSV. Times are the chain's, in ISO; amounts exact, in AVAX. */
export function historyLine(offer: StoredOffer, { wallet, collections, feeChanges, nowS }: RowParts): string {
  const role = roleIn(offer, wallet)
  const { offeredWei, requestedWei } = offer.coins
  const isCreator = role === 'creator'
  const [give, get] = isCreator ? [offer.offered, offer.requested] : [offer.requested, offer.offered]
  const [giveWei, getWei] = isCreator ? [offeredWei, requestedWei] : [requestedWei, offeredWei]
  const status = outcomeOf(offer) ?? statusOf(offer, nowS)
  const created = tradeOf({ ...offer, settlement: null })
  const fees = feesPaid(offer, wallet, feeChanges)
  return csvLine([
    offer.id,
    status === 'active' ? 'open' : status,
    // The escrow's state doesn't say when an offer was settled.
    offer.settlement?.atS === null ? '' : isoTime(historyDateS(offer)),
    isoTime(offer.createdAtS),
    isoTime(offer.expiresAtS),
    role,
    counterpartyOf(offer, wallet),
    nftsText(give, collections),
    nftsText(get, collections),
    formatEther(giveWei),
    formatEther(getWei),
    fees === null ? '' : formatEther(fees),
    offer.settlement ? (offer.settlement.txHash ?? '') : created.txHash,
    created.txHash,
    offer.escrow,
  ])
}

function nftsText(nfts: readonly Nft[], collections: readonly Collection[]): string {
  return nfts
    .map(({ contract, tokenId }) => `${collectionName(collections, contract)} #${tokenId} (${contract})`)
    .join('; ')
}
