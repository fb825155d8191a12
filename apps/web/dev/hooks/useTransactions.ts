import type { TransactionsView } from '../../src/features/transactions/useTransactions.ts'

/** Nothing is under way among the samples. */
export function useTransactions(): TransactionsView {
  return { all: [], underWay: [], news: [], tellAll: () => undefined, forget: () => undefined }
}

export function useFollowing(): void {}
