import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { declineReasonText, declineText } from '../../src/text/agreement.lazy.ts'
import { tableDialogText, tableLogText, tablePageText, tableSlipText } from '../../src/text/table.lazy.ts'
import { alice } from '../text/room.tsx'
import { press, sit, who, withNft } from './sit.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Notes what the wallet is asked from now on. */
function watchWallet(): string[] {
  const asked: string[] = []
  const wallet: unknown = Reflect.get(window, 'ethereum')
  if (typeof wallet !== 'object' || wallet === null) throw new Error('there is no wallet')
  const request: unknown = Reflect.get(wallet, 'request')
  Reflect.set(wallet, 'request', (question: { readonly method: string }) => {
    asked.push(question.method)
    return typeof request === 'function' ? request(question) : null
  })
  return asked
}

it('asks the wallet for no transaction and no signature until something is locked in (decision N1)', async () => {
  const played = await sit('', alice, null, [])
  const asked = watchWallet()
  const moves = (count: number) => waitFor(() => expect(played.asked).toHaveLength(count))
  await press(tableSlipText.change)
  await press(tablePageText.takeBack('Dokyo #1'))
  await press(tableSlipText.propose)
  await moves(1)
  act(() => played.play('guest', { kind: 'lay', base: 2, deal: withNft(3n), note: '', isReady: true }))
  await press(tableSlipText.decline)
  const dialog = within(await screen.findByRole('dialog', { name: tableDialogText.decline, hidden: true }))
  fireEvent.click(dialog.getByRole('radio', { name: declineReasonText['too-little'], hidden: true }))
  fireEvent.click(dialog.getByRole('button', { name: declineText.decline, hidden: true }))
  await moves(2)
  act(() => played.play('guest', { kind: 'lay', base: 3, deal: withNft(4n), note: '', isReady: true }))
  // The button rests for one second after a change by the other.
  await waitFor(() => expect(screen.getByRole('button', { name: tableSlipText.ready, hidden: true })).toBeTruthy(), {
    timeout: 60_000,
  })
  await press(tableSlipText.ready)
  await moves(3)
  await press(tableSlipText.letThem)
  await moves(4)
  fireEvent.change(screen.getByLabelText(tableLogText.noteTo(who)), { target: { value: 'Go on' } })
  await press(tableLogText.send)
  await moves(5)
  expect(played.asked).toEqual(['versions', 'decline', 'ready', 'locker', 'notes'])
  expect(played.table.agreedAtS).not.toBeNull()
  const signs = (method: string) => /send|sign/i.test(method)
  expect(asked.filter(signs)).toEqual([])
})
