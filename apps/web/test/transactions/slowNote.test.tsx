import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowNote } from '../../src/features/transactions/TransactionDock.lazy.tsx'
import { advance } from '../../src/actions/tracker/transaction.ts'
import { transactionText } from '../../src/text/transactions.ts'
import { openRoom } from '../text/room.tsx'
import { trackedIn } from './trackedIn.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const isSlow = () => screen.queryByText(transactionText.slow) !== null
const showSent = (sentAtMs: number | null, room = openRoom('general')) => {
  room.show(<SlowNote view={{ id: 'one', sentAtMs }} />)
  return room
}

it('says that a sent transaction takes long after 45 s, and no more once it has ended', () => {
  const room = showSent(Date.now())
  wait(44_999)
  expect(isSlow()).toBe(false)
  wait(1)
  expect(isSlow()).toBe(true)
  showSent(null, room)
  expect(isSlow()).toBe(false)
})

it('counts from when it was sent, not from when the page that shows it was opened', () => {
  const sentAtMs = Date.now()
  wait(30_000)
  showSent(sentAtMs)
  wait(15_000)
  expect(isSlow()).toBe(true)
  cleanup()
  showSent(sentAtMs)
  wait(0)
  expect(isSlow()).toBe(true)
})

it('keeps the time of sending when the network has seen it', () => {
  const txHash = `0x${'ab'.repeat(32)}` as const
  const sent = trackedIn({ at: 'sent', txHash, seen: null })
  const transaction = {
    to: sent.escrow,
    from: sent.escrow,
    nonce: 1,
    valueWei: 0n,
    inputHash: txHash,
  }
  const seen = advance(sent, { kind: 'seen', transaction }, sent.changedAtMs + 9_000)
  expect(seen.state).toMatchObject({ seen: transaction })
  expect(seen.changedAtMs).toBe(sent.changedAtMs)
})

it('says nothing while the wallet is asked', () => {
  showSent(null)
  wait(60_000)
  expect(isSlow()).toBe(false)
})
