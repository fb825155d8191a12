import type { TrackedTransaction, TransactionState } from '../../src/actions/tracker/transaction.ts'

/** A transaction for a new offer in a given state. */
export function trackedIn(state: TransactionState, more: Partial<TrackedTransaction> = {}): TrackedTransaction {
  return {
    id: 'one',
    kind: 'create',
    escrow: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    subject: null,
    items: ['0x54c800d2331e10467143911aabca092d68bf4166/7'],
    startedAtMs: 10,
    changedAtMs: 10,
    state,
    told: false,
    ...more,
  }
}
