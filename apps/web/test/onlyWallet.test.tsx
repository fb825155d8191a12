import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getConnection } from 'wagmi/actions'
import { useWalletList } from '../src/features/wallet/useWallet.ts'
import { WalletArea } from '../src/features/wallet/WalletArea.tsx'
import WalletList from '../src/features/wallet/WalletList.tsx'
import { givenWallet, walletError } from './text/givenWallet.ts'
import { alice, openRoom, patience } from './text/room.tsx'
import { transactionText } from '../src/text/transactions.ts'

const wide = window.innerWidth

function resize(widthPx: number): void {
  act(() => {
    Reflect.set(window, 'innerWidth', widthPx)
    window.dispatchEvent(new Event('resize'))
  })
}

/** A page in a browser with one wallet. */
function open(answers = {}) {
  givenWallet(answers)
  const room = openRoom('general')
  room.show(
    <>
      <WalletArea />
      <WalletList />
    </>,
  )
  return room
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'CONNECT WALLET' }))
const list = () => screen.queryByText('Metamask or other injected wallet')

beforeEach(() => useWalletList.setState({ open: false }))
afterEach(() => {
  resize(wide)
  Reflect.deleteProperty(window, 'ethereum')
})

describe('given a browser with one wallet', () => {
  it('on a phone it is asked at once, without a list', async () => {
    resize(390)
    const { session } = open()
    press()
    expect(useWalletList.getState().open).toBe(false)
    await waitFor(() => expect(getConnection(session.wagmi).address).toBe(alice))
    expect(list()).toBeNull()
  })

  it('on a phone it can be asked again after it said no', async () => {
    resize(390)
    const no = walletError(4001)
    open({ eth_requestAccounts: no, wallet_requestPermissions: no })
    press()
    expect(await screen.findByText('Unable to connect to your wallet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'CONNECT WALLET' })).toBeTruthy()
  })

  it('on a phone its errors can be read again, in the list that the next press opens', async () => {
    resize(390)
    const broken = walletError(-32000)
    const { session } = open({ eth_requestAccounts: broken, wallet_requestPermissions: broken })
    press()
    const { store } = session.notices
    await vi.waitFor(() => expect(store.getState().log).toHaveLength(1), patience)
    expect(list()).toBeNull()
    for (const { id } of store.getState().toasts) session.notices.dismissToast(id)
    press()
    const messages = await screen.findByRole('region', { name: transactionText.messages }, patience)
    expect(messages.textContent).toContain('Wallet Connection Failed')
    expect(list()).toBeTruthy()
  })

  it('elsewhere it is listed, and the list stays however narrow the window gets', async () => {
    const { session } = open()
    press()
    expect(list()).toBeTruthy()
    resize(320)
    expect(list()).toBeTruthy()
    expect(useWalletList.getState().open).toBe(true)
    expect(getConnection(session.wagmi).status).toBe('disconnected')
  })
})
