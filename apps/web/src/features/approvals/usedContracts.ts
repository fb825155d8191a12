import type { Address } from '@parley/domain'
import { parseAddress } from '@parley/domain'
import type { TrackedTransaction } from '../../flows/transactions/TrackedTransaction.ts'

/** Approvals used by this browser's trades: collections moved, by escrow. */
export interface UsedApproval {
  readonly contract: Address
  readonly escrow: Address
}

/**
 * Approvals used by creating and accepting since a time, newest first. A finished trade no longer needs its approval.
 *
 * @param sinceMs unix milliseconds; earlier trades were already asked about.
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
