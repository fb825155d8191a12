import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowNote } from '../../src/features/transactions/TransactionDock.lazy.tsx'
import { transactionText } from '../../src/text/transactions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('says that a sent transaction takes long after 45 s, and no more once it has ended', () => {
  const { container, rerender } = render(<SlowNote view={{ id: 'one', sent: true }} />)
  wait(44_999)
  expect(container.textContent).toBe('')
  wait(1)
  expect(container.textContent).toBe(transactionText.slow)
  rerender(<SlowNote view={{ id: 'one', sent: false }} />)
  expect(container.textContent).toBe('')
})

it('says nothing while the wallet is asked', () => {
  const { container } = render(<SlowNote view={{ id: 'one', sent: false }} />)
  wait(60_000)
  expect(container.textContent).toBe('')
})
