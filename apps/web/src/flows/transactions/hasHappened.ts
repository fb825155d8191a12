import { readCustody, readOfferState, readOfferTerms } from '@parley/chain'
import { nftKey, sameAddress } from '@parley/domain'
import type { Client } from 'viem'
import type { TrackedTransaction } from './TrackedTransaction.ts'

type Aimed = Pick<TrackedTransaction, 'kind' | 'subject' | 'escrow' | 'items'>

/**
 * Whether the chain shows what a transaction was for, whoever brought it about: its offer is open no more; or, where it was to
 * claim from an offer that had been closed before, at least one of its NFTs has left the escrow. A claim that moves none of
 * them reverts.
 *
 * @throws ChainFailureError where the escrow cannot be asked.
 */
export async function hasHappened(chain: Client, { kind, subject, escrow, items }: Aimed): Promise<boolean> {
  if (subject === null) return false
  if (kind !== 'claim') return (await readOfferState(chain, escrow, subject)) !== 'open'
  const { offered } = await readOfferTerms(chain, escrow, subject)
  const waiting = offered.filter((nft) => items.includes(nftKey(nft)))
  const holders = await Promise.all(waiting.map((nft) => readCustody(chain, escrow, nft)))
  return holders.some((holder) => holder === null || !sameAddress(holder, subject))
}
