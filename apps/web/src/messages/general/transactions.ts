import { alert } from '../entry.ts'

/** The tracker of transactions. */
export const transactionMessages = {
  transactionUnderWay: alert(
    'A transaction for this is already under way. Wait until it has ended, or see under Transactions what it is waiting for.',
  ),
}
