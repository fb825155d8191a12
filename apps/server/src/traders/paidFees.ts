import { type Address, outcomeOf, roleIn, sendHomeAfterS } from '@parley/domain'
import { ownerActionSchema } from '@parley/protocol'
import type { Queryable } from '../db/schema.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'

/** A change of an escrow's platform fee. The first is its deployment. */
export interface FeeChange {
  readonly block: number
  readonly logIndex: number
  readonly wei: bigint
}

/** All changes of each escrow's fee, oldest first. */
export type FeeChanges = ReadonlyMap<Address, readonly FeeChange[]>

export async function readFeeChanges(db: Queryable): Promise<FeeChanges> {
  const rows = await db.selectFrom('owner_actions').selectAll().orderBy('block').orderBy('log_index').execute()
  const changes = new Map<Address, FeeChange[]>()
  for (const { escrow, block, log_index: logIndex, action } of rows) {
    const { deed } = ownerActionSchema.parse(JSON.parse(action))
    if (deed.kind !== 'feeUpdated') continue
    changes.set(escrow, [...(changes.get(escrow) ?? []), { block, logIndex, wei: BigInt(deed.newWei) }])
  }
  return changes
}

/**
 * What a wallet paid in platform fees for an offer. It pays for creating, accepting, or fetching after expiry.
 * Null where the events don't tell: the block or the fee is unknown, or fetching could have been free.
 */
export function feesPaid(offer: StoredOffer, wallet: Address, changes: FeeChanges): bigint | null {
  const feeChanges = changes.get(offer.escrow) ?? []
  const created =
    roleIn(offer, wallet) === 'creator' ? feeAt(feeChanges, offer.createdBlock, offer.createdLogIndex) : 0n
  const settled = feeOfSettling(offer, wallet, feeChanges)
  return created === null || settled === null ? null : created + settled
}

function feeOfSettling(offer: StoredOffer, wallet: Address, changes: readonly FeeChange[]): bigint | null {
  const { settlement, settledBlock, recipient, expiresAtS } = offer
  const outcome = outcomeOf(offer)
  if (settlement === null || outcome === 'cancelled') return 0n
  if (settledBlock === null || settlement.by === null || settlement.atS === null) {
    // Only the recipient completes an offer, so a creator paid nothing then.
    return outcome === 'completed' && wallet !== recipient ? 0n : null
  }
  if (settlement.by !== wallet) return 0n
  if (outcome === 'returned' && settlement.atS >= expiresAtS + sendHomeAfterS) return null
  return feeAt(changes, settledBlock, null)
}

/** The fee just before a log; or in a whole block, where it didn't change there. */
function feeAt(changes: readonly FeeChange[], block: number, logIndex: number | null): bigint | null {
  if (logIndex === null && changes.some((change) => change.block === block)) return null
  const last = changes.findLast(
    (change) => change.block < block || (change.block === block && logIndex !== null && change.logIndex < logIndex),
  )
  return last?.wei ?? null
}
