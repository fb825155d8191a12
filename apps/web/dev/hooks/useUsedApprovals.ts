import type { UsedApprovals } from '../../src/features/approvals/useUsedApprovals.ts'

/** The samples gave no approvals that could be taken back. */
export function useUsedApprovals(): UsedApprovals {
  return { approvals: [], busy: false, trading: false, revoke: async () => false, keep: () => undefined }
}
