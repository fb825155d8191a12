import { avalancheCollections } from '@parley/domain'
import { describe, expect, it } from 'vitest'
import { describeTransaction, transactionHere } from '../../src/features/transactions/useTransactions.ts'
import type { TransactionState } from '../../src/actions/tracker/transaction.ts'
import { createFormatter } from '../../src/text/format.ts'
import { trackedIn } from './trackedIn.ts'

const formatter = createFormatter([...avalancheCollections], 'AVAX')
const hash = `0x${'11'.repeat(32)}` as const
const other = `0x${'22'.repeat(32)}` as const
const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'
const mark = { to: dokyo, valueWei: 10n ** 16n, inputHash: other } as const
const asking = { at: 'awaitingWallet', nonce: 1, mark, totalWei: 12n * 10n ** 15n, ambiguousAtMs: null } as const
const confirmed = {
  at: 'confirmed',
  txHash: hash,
  block: 9,
  offerId: other,
  repriced: false,
  isIndexed: false,
} as const

const said: readonly [TransactionState, 'open' | 'done' | 'failed', string][] = [
  [{ at: 'preparing' }, 'open', 'Checking; your wallet hasn’t been asked yet.'],
  [asking, 'open', 'Your wallet was asked, in another tab or before a reload. Nothing has been sent so far.'],
  [
    { ...asking, ambiguousAtMs: 1 },
    'open',
    'Your wallet returned an error. Checking whether the transaction was sent anyway.',
  ],
  [{ at: 'sent', txHash: hash, seen: null }, 'open', 'Sent. Waiting for the network.'],
  [
    { at: 'probable', sinceMs: 1 },
    'open',
    'Probably sent before. The chain decides; this takes a few minutes at most.',
  ],
  [confirmed, 'done', 'Confirmed in block 9. Our lists follow in a moment.'],
  [{ ...confirmed, isIndexed: true }, 'done', 'Confirmed in block 9.'],
  [
    { ...confirmed, isIndexed: true, repriced: true },
    'done',
    'Confirmed in block 9, with the new fee that you set in your wallet.',
  ],
  [
    { at: 'failed', txHash: hash, cause: { kind: 'reverted', reason: 'The offer has expired.' } },
    'failed',
    'It was included but had no effect. The offer has expired.',
  ],
  [
    { at: 'failed', txHash: hash, cause: { kind: 'replaced', byHash: other } },
    'failed',
    'Replaced by another transaction in your wallet. This one had no effect.',
  ],
  [
    { at: 'failed', txHash: hash, cause: { kind: 'cancelled', byHash: other } },
    'failed',
    'Cancelled in your wallet. Nothing has changed.',
  ],
  [
    { at: 'failed', txHash: hash, cause: { kind: 'dropped' } },
    'failed',
    'The network doesn’t know it any more. Your wallet can send it again, or drop it.',
  ],
  [
    { at: 'notSent', cause: 'pageClosed' },
    'failed',
    'The page was closed before your wallet was asked. Nothing was sent.',
  ],
  [{ at: 'notSent', cause: 'walletSilent' }, 'failed', 'Your wallet sent nothing.'],
  [{ at: 'confirmedByState' }, 'done', 'It went through: the chain shows it.'],
  [{ at: 'notSent', cause: 'noEffect' }, 'failed', 'It didn’t go through. Your offer is as it was.'],
]

describe('given a transaction of this browser', () => {
  it.each(said)('%o is %s: %s', (state, standing, text) => {
    expect(describeTransaction(trackedIn(state), formatter, undefined)).toMatchObject({ standing, text })
  })

  it('says what it will cost while this page waits for the wallet, and cannot be put away then', () => {
    const tracked = trackedIn(asking)
    const here = transactionHere([tracked], { kind: 'create', subject: null, steps: [] })
    expect(describeTransaction(tracked, formatter, here)).toMatchObject({
      text: 'Waiting for your wallet. It will cost about 0.012 AVAX in all.',
      forgettable: false,
    })
    expect(describeTransaction(tracked, formatter, undefined).forgettable).toBe(true)
  })

  it('is not over while this page has more to do for it', () => {
    const tracked = trackedIn(confirmed)
    const here = transactionHere([tracked], { kind: 'create', subject: null, steps: [] })
    expect(describeTransaction(tracked, formatter, here).standing).toBe('open')
  })

  it('is named by the offer or the collection, and leads to the offer and to what counts on the chain', () => {
    const accepting = trackedIn(
      { at: 'failed', txHash: hash, cause: { kind: 'replaced', byHash: other } },
      { kind: 'accept', subject: hash },
    )
    expect(describeTransaction(accepting, formatter, undefined)).toMatchObject({
      title: 'Accepting offer 0x1111…1111',
      offerId: hash,
      txHash: other,
    })
    const approving = trackedIn({ at: 'preparing' }, { kind: 'approve', subject: dokyo, items: [] })
    expect(describeTransaction(approving, formatter, undefined)).toMatchObject({
      title: 'Approving Dokyo',
      offerId: null,
    })
    const one = trackedIn({ at: 'preparing' }, { kind: 'approve', subject: dokyo })
    expect(describeTransaction(one, formatter, undefined).title).toBe('Approving Dokyo #7')
    expect(describeTransaction(trackedIn(confirmed), formatter, undefined)).toMatchObject({
      title: 'New offer',
      offerId: other,
    })
  })
})
