import { readCustody, readOfferState, readOfferTerms } from '@parley/chain'
import { nftKey, sameAddress } from '@parley/domain'
import type { Client } from 'viem'
import type { TrackedTransaction } from './TrackedTransaction.ts'

type Aimed = Pick<TrackedTransaction, 'kind' | 'subject' | 'escrow' | 'items'>

/**
 * Whether the chain shows the effect of a transaction, by whichever sender. The offer is closed; or, for a claim on a
 * closed offer, at least one of its NFTs has left the escrow. A claim that moves none reverts.
 *
 * @throws ChainFailureError if the escrow can't be read.
 */
export async function hasHappened(chain: Client, { kind, subject, escrow, items }: Aimed): Promise<boolean> {
  if (subject === null) return false
  if (kind !== 'claim') return (await readOfferState(chain, escrow, subject)) !== 'open'
  const { offered } = await readOfferTerms(chain, escrow, subject)
  const waiting = offered.filter((nft) => items.includes(nftKey(nft)))
  const holders = await Promise.all(waiting.map((nft) => readCustody(chain, escrow, nft)))
  return holders.some((holder) => holder === null || !sameAddress(holder, subject))
}
