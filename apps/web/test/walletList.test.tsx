import { createApiClient } from '@parley/protocol'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pairingLink, walletApps } from '../src/features/wallet/walletApps.ts'
import WalletList from '../src/features/wallet/WalletList.tsx'
import { useWalletList } from '../src/features/wallet/useWallet.ts'
import { transactionText } from '../src/text/transactions.ts'
import { walletListText as words } from '../src/text/wallet.lazy.ts'
import { createSession } from '../src/services/openSession.ts'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { Surroundings } from './given/Surroundings.tsx'
import { TestWallet } from './given/TestWallet.ts'
import { openRoom } from './text/room.tsx'

const wallets: TestWallet[] = []
const phone = { projectId: 'test', relayUrl: 'ws://127.0.0.1:9' }

afterEach(() => {
  cleanup()
  for (const wallet of wallets.splice(0)) wallet.leave()
  useWalletList.getState().setOpen(false)
  localStorage.clear()
  Reflect.deleteProperty(window, 'ethereum')
  vi.unstubAllGlobals()
})

interface Browser {
  readonly installed?: readonly TestWallet[]
  readonly walletConnect?: typeof phone
  readonly touch?: boolean
}

/** The open list in a browser with these wallets. */
function openList({ installed = [], walletConnect, touch = false }: Browser) {
  vi.stubGlobal('matchMedia', (query: string) => {
    const matches = touch && query.includes('coarse')
    return { matches, addEventListener: () => undefined, removeEventListener: () => undefined }
  })
  wallets.push(...installed)
  for (const wallet of installed) wallet.arrive()
  const built = { ...nobodysConfig(), ...(walletConnect && { walletConnect }) }
  const session = createSession(built, createApiClient('http://127.0.0.1:9'))
  const { portal } = openRoom('general')
  cleanup()
  useWalletList.getState().setOpen(true)
  render(
    <Surroundings session={session} portal={portal}>
      <WalletList />
    </Surroundings>,
  )
  const names = () => screen.queryAllByRole('button', { name: /core|rabby/i }).map(({ textContent }) => textContent)
  return { names, press: (name: RegExp) => fireEvent.click(screen.getByRole('button', { name })) }
}

describe('given wallets in the browser', () => {
  it('lists the one that connected last first, and says so', async () => {
    const [core, rabby] = [new TestWallet('core', 1), new TestWallet('rabby', 3)]
    const first = openList({ installed: [core, rabby] })
    expect(first.names()).toEqual(['core.test', 'rabby.test'])
    await act(async () => first.press(/rabby/))
    cleanup()
    wallets.splice(0)

    const second = openList({ installed: [core, rabby] })
    expect(second.names()).toEqual([`rabby.test${words.recent}`, 'core.test'])
  })

  it('says which wallet is being opened until it answers, and leads back to the others', async () => {
    const { press } = openList({ installed: [new TestWallet('core', 1, { hesitates: true })] })
    await act(async () => press(/core/))
    expect(screen.getByRole('status').textContent).toContain(words.opening('core.test'))
    press(new RegExp(words.otherWallets))
    expect(screen.queryByText(words.opening('core.test'))).toBeNull()
    expect(screen.getByRole('button', { name: /core/ })).toBeTruthy()
  })

  it('stays after a failure, with the reason and the way to try again', async () => {
    const core = new TestWallet('core', 1, { refuses: -32_002 })
    const { press } = openList({ installed: [core, new TestWallet('rabby', 3)] })
    await act(async () => press(/core/))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'core.test: Your wallet already has a request open. Answer it there first.',
    )
    expect(screen.getByRole('button', { name: /rabby/ })).toBeTruthy()
    // Without a wallet too, what went wrong can be read again.
    const messages = screen.getByRole('region', { name: transactionText.messages })
    expect(messages.textContent).toContain('Wallet Connection Failed')
    core.refuseNone()
    await act(async () => press(/Try again/))
    expect(useWalletList.getState().open).toBe(false)
  })

  it('offers no wallet on a phone unless the page was built for that', () => {
    openList({ installed: [new TestWallet('core', 1)] })
    expect(screen.queryByText(words.phone)).toBeNull()
    cleanup()
    openList({ installed: [new TestWallet('core', 1)], walletConnect: phone })
    expect(screen.getByText(words.phone)).toBeTruthy()
  })
})

describe('given a browser without a wallet', () => {
  it('says where to get one', () => {
    openList({})
    const list = screen.getByRole('list', { name: words.get })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(walletApps.map(({ site }) => site))
  })

  it('leads a phone to the browser of a wallet’s app, not to an extension', () => {
    openList({ touch: true, walletConnect: phone })
    expect(screen.queryByText(words.get)).toBeNull()
    expect(screen.getByText(words.phoneHere)).toBeTruthy()
    expect(screen.getByRole('button', { name: words.copyPage })).toBeTruthy()
  })

  it('opens this page in each app’s browser with its path and query, also without WalletConnect', async () => {
    const page = 'https://parley.example/p2p?to=0x1&give=dokyo:7'
    location.href = page
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    openList({ touch: true })
    expect(screen.queryByText(words.phoneHere)).toBeNull()
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [words.pasteIn('Core'), 'core://'],
      [words.openHere('MetaMask'), 'https://link.metamask.io/dapp/parley.example/p2p?to=0x1&give=dokyo:7'],
      [words.openHere('Rabby'), `https://go.rabby.io/mobile/?_cmd=open-dapp&dapp=${encodeURIComponent(page)}`],
    ])
    fireEvent.click(screen.getByRole('link', { name: words.pasteIn('Core') }))
    expect(copied).toHaveBeenCalledWith(page)
  })

  it('links to no app from a page without HTTPS, which they don’t open', () => {
    openList({ touch: true })
    expect(screen.queryAllByRole('link')).toEqual([])
  })
})

describe('given a wallet’s app', () => {
  it('hands the whole code to each of them', () => {
    const code = 'wc:ab@2?relay-protocol=irn&symKey=cd'
    expect(walletApps.map((app) => pairingLink(app, code))).toEqual([
      `core://wc?uri=${encodeURIComponent(code)}`,
      `metamask://wc?uri=${encodeURIComponent(code)}`,
      `rabby://wc?uri=${encodeURIComponent(code)}`,
    ])
  })
})
