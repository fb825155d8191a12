import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserClock } from '../../src/services/browser.ts'
import { awaitIndexed } from '../../src/features/transactions/followTransactions.ts'
import { createLiveConnection } from '../../src/services/liveConnection.ts'

describe('given a wait', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('wakes up after the time asked for', async () => {
    const signal = new AbortController().signal
    const woken = vi.fn<() => void>()
    const slept = browserClock.sleep(1_000, signal).then(woken)
    await vi.advanceTimersByTimeAsync(999)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await slept
    expect(woken).toHaveBeenCalled()
  })

  it('stops at once if aborted before or during the wait', async () => {
    await expect(browserClock.sleep(1_000, AbortSignal.abort('enough'))).rejects.toBe('enough')
    const told = new AbortController()
    const slept = browserClock.sleep(1_000, told.signal)
    told.abort('enough')
    await expect(slept).rejects.toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not wait for a block either that it need not wait for', async () => {
    const live = createLiveConnection('')
    await expect(awaitIndexed(live, 7, AbortSignal.abort('enough'))).rejects.toBe('enough')
    const reached = awaitIndexed(live, 7, new AbortController().signal)
    live.store.setState({ indexedBlock: 7 })
    await reached
  })
})
