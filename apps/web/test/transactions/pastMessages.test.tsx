import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import TransactionDock from '../../src/features/transactions/TransactionDock.lazy.tsx'
import { transactionDrawer } from '../../src/services/transactions.ts'
import { transactionText } from '../../src/text/transactions.ts'
import { aliceAt } from '../text/givenLists.ts'
import { openRoom } from '../text/room.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  transactionDrawer.setState({ open: false })
})

it('the list of transactions shows problems again after their toasts have gone, with their details to copy', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
  const room = openRoom('general')
  await aliceAt(<TransactionDock />)(room)
  const problem = {
    key: 'approvalFailed',
    channel: 'toast',
    tone: 'failure',
    title: 'Transaction Failed',
    text: 'The network did not answer.',
    detail: 'Check your connection.',
  } as const
  act(() => {
    room.session.notices.announce(problem)
    room.session.notices.announce({ ...problem, tone: 'plain', text: 'Transaction was rejected in your wallet' })
    transactionDrawer.setState({ open: true })
  })
  const messages = await screen.findByRole('region', { name: transactionText.messages, hidden: true })
  const [row, ...others] = within(messages).getAllByRole('listitem', { hidden: true })
  expect(others).toEqual([])
  expect(row?.textContent).toContain('The network did not answer.')
  fireEvent.click(within(messages).getByRole('button', { name: transactionText.copyMessage, hidden: true }))
  expect(copied).toHaveBeenCalledWith('Transaction Failed\nThe network did not answer.\nCheck your connection.')
})
