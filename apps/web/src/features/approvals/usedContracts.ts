import type { Address } from '@parley/domain'
import { parseAddress } from '@parley/domain'
import type { TrackedTransaction } from '../../flows/transactions/TrackedTransaction.ts'

/** The approvals that trades of this browser used: the collections of what they moved, by the escrow that moved it. */
export interface UsedApproval {
  readonly contract: Address
  readonly escrow: Address
}

/**
 * What creating and accepting took out of the wallet since a moment, newest first. An approval that a trade used is of no
 * use to that trade any more: its NFTs are in the escrow, or gone.
 *
 * @param sinceMs Unix milliseconds; trades before were asked about already.
 */
export function usedContracts(transactions: readonly TrackedTransaction[], sinceMs: number): readonly UsedApproval[] {
  const used = new Map<string, UsedApproval>()
  for (const { kind, state, items, escrow, changedAtMs } of transactions) {
    const traded = (kind === 'create' || kind === 'accept') && (state.at === 'confirmed' || state.at === 'indexed')
    if (!traded || changedAtMs <= sinceMs) continue
    for (const item of items) {
      const parsed = parseAddress(item.slice(0, 42))
      if ('address' in parsed) used.set(`${parsed.address} ${escrow}`, { contract: parsed.address, escrow })
    }
  }
  return [...used.values()]
}
