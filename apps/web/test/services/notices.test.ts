import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { generalMessages } from '../../src/text/catalogue.ts'
import { renderMessage } from '../../src/text/message.ts'
import { createNoticeBoard, toastLimits } from '../../src/services/notices.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const rejected = renderMessage(generalMessages, 'rejected')
const timedOut = renderMessage(generalMessages, 'timedOut')

describe('given toasts', () => {
  it('shows one at once: the newest', () => {
    const board = createNoticeBoard()
    board.announce(rejected)
    board.announce(timedOut)
    expect(board.store.getState().toasts).toMatchObject([{ said: timedOut, durationMs: 5_000, open: true }])
  })

  it('keeps a dismissed one out of sight and removes it after 1,000,000 ms', () => {
    const board = createNoticeBoard()
    board.announce(rejected)
    const [toast] = board.store.getState().toasts
    board.dismissToast(toast?.id ?? 0)
    expect(board.store.getState().toasts).toMatchObject([{ open: false }])
    vi.advanceTimersByTime(toastLimits.removeAfterMs - 1)
    expect(board.store.getState().toasts).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(board.store.getState().toasts).toEqual([])
  })
})

describe('given messages that have gone', () => {
  it('keeps failures and warnings to read again, the newest first and 20 at most', () => {
    const board = createNoticeBoard()
    board.announce({ ...timedOut, tone: 'success' })
    for (let count = 1; count <= 25; count += 1)
      board.announce({ ...timedOut, tone: count % 2 ? 'failure' : 'warning', text: `message ${count}` })
    const { log } = board.store.getState()
    expect(log).toHaveLength(20)
    expect(log[0]?.said.text).toBe('message 25')
  })
})

describe('given alerts', () => {
  it('shows one after the other, each once', () => {
    const board = createNoticeBoard()
    const first = renderMessage(generalMessages, 'connectFirst')
    const second = renderMessage(generalMessages, 'selectOwn')
    for (const said of [first, second, first]) board.announce(said)
    expect(board.store.getState().alerts.map((alert) => alert.said)).toEqual([first, second])
    board.closeAlert(board.store.getState().alerts[0]?.id ?? 0)
    expect(board.store.getState().alerts.map((alert) => alert.said)).toEqual([second])
  })
})

describe('given a message that no channel shows', () => {
  it('is not announced', () => {
    const board = createNoticeBoard()
    board.announce(renderMessage(generalMessages, 'acceptFailedToast', { reason: 'the sky fell' }))
    expect(board.store.getState()).toEqual({ alerts: [], toasts: [], dialog: null, log: [] })
  })
})
