import type { Address } from '@parley/domain'
import type { Approvals, ApprovalStatus, CollectionApproval } from '../../src/features/approvals/useApprovals.ts'
import { scenario } from '../scenario.ts'

function row(name: string, at: number, status: ApprovalStatus, inDeal: boolean): CollectionApproval {
  const contract: Address = `0x${String(at).repeat(40)}`
  return { contract, name, status, onlyTokens: name === 'Steady', inDeal, busy: false }
}

export function useApprovals(): Approvals {
  const rows = [
    row('Dokyo', 1, 'approved', true),
    row('The Salvors', 2, 'approved', true),
    row('FarmLand', 3, 'needed', true),
    row('Steady', 4, 'approved', false),
    row('MadSkullz', 5, 'unreadable', false),
    row('chikn', 6, 'checking', false),
  ]
  return {
    status: scenario.has('loading') ? 'checking' : scenario.has('failed') ? 'failed' : 'ready',
    collections:
      scenario.has('loading') || scenario.has('failed') || scenario.has('nothing')
        ? []
        : scenario.has('many')
          ? rows
          : rows.slice(0, 3),
    next: rows[2] ?? null,
    busy: false,
    approveNext: async () => false,
    approve: async () => false,
    revoke: async () => false,
    refresh: async () => undefined,
  }
}
