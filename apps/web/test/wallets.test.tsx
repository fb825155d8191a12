import { createApiClient } from '@parley/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, getConnection } from 'wagmi/actions'
import { connectWallet } from '../src/features/wallet/connectWallet.ts'
import { holdToChosenWallet, leaveChosenWallet, reconnectChosen } from '../src/services/chosenWallet.ts'
import { createSession } from '../src/services/openSession.ts'
import { generalMessages } from '../src/text/catalogue.ts'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { TestWallet } from './given/TestWallet.ts'

let closePage: () => void = () => undefined
afterEach(() => closePage())

/** A page in a browser with these wallets; what it remembers is kept over reloads. */
function openPage(wallets: readonly TestWallet[]) {
  closePage()
  for (const wallet of wallets) wallet.arrive()
  const session = createSession(nobodysConfig(), createApiClient('http://127.0.0.1:9'))
  const { wagmi } = session
  const {
    _internal: { mipd },
  } = wagmi
  const letGo = holdToChosenWallet(wagmi)
  closePage = () => {
    letGo()
    mipd?.destroy()
    for (const wallet of wallets) wallet.leave()
  }
  void reconnectChosen(wagmi)
  return {
    account: () => getConnection(wagmi).address ?? null,
    connect: async (wallet: TestWallet) => {
      const connector = wagmi.connectors.find(({ id }) => id === wallet.id)
      if (!connector) throw new Error(`the page knows no ${wallet.id}`)
      // A click on the wallet that is connected already changes nothing.
      if (connector.uid !== wagmi.state.current) await connect(wagmi, { connector })
    },
    /** In the list of wallets. */
    press: (wallet: TestWallet) => connectWallet(session, generalMessages, wallet.id),
    leave: () => leaveChosenWallet(wagmi),
  }
}

const twoWallets = () => [new TestWallet('core', 1), new TestWallet('rabby', 3, { forgetsPermission: true })] as const

/** Every promise that is resolved by now has had its consequences. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('given two permitted wallets in one browser', () => {
  async function connected() {
    const [core, rabby] = twoWallets()
    const page = openPage([core, rabby])
    await page.connect(rabby)
    await page.connect(core)
    await settled()
    return { core, rabby, page }
  }

  it('stays with the one chosen last when the other changes its account', async () => {
    const { core, rabby, page } = await connected()
    rabby.switchAccount()
    await settled()
    expect(page.account()).toBe(core.account)
  })

  it('stays disconnected when a wallet changes its account', async () => {
    const { core, rabby, page } = await connected()
    await page.leave()
    core.switchAccount()
    rabby.switchAccount()
    await settled()
    expect(page.account()).toBeNull()
  })

  it('stays disconnected after a reload', async () => {
    const { core, rabby, page } = await connected()
    await page.leave()
    const reloaded = openPage([core, rabby])
    await settled()
    expect(reloaded.account()).toBeNull()
  })

  it('goes on where it was when the chosen one is unlocked', async () => {
    const { core, page } = await connected()
    core.lock()
    await settled()
    expect(page.account()).toBeNull()
    core.unlock()
    await settled()
    expect(page.account()).toBe(core.account)
  })

  it('asks a locked one to unlock, and for permission only once it was disconnected', async () => {
    const core = new TestWallet('core', 1, { asksPermission: true })
    const page = openPage([core])
    await page.press(core)
    core.lock()
    await settled()
    expect([page.account(), core.permissionsAsked]).toEqual([null, 1])
    await page.press(core)
    expect([page.account(), core.permissionsAsked]).toEqual([core.account, 1])
    await page.leave()
    await page.press(core)
    expect([page.account(), core.permissionsAsked]).toEqual([core.account, 2])
  })

  it('reconnects a chosen one that announces itself late', async () => {
    const { core, rabby } = await connected()
    const reloaded = openPage([rabby])
    await settled()
    core.arrive()
    await settled()
    expect(reloaded.account()).toBe(core.account)
    core.leave()
  })
})

describe('given two wallets with two accounts each, and events in every order', () => {
  const acts = [
    'connect',
    'leave',
    'switchAccount',
    'lock',
    'unlock',
    'revoke',
    'permit',
    'switchChain',
    'reload',
  ] as const

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'belongs to the wallet that was chosen last, and to no other (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const wallets = twoWallets()
      let page = openPage(wallets)
      let chosen: TestWallet | null = null
      const story: string[] = []
      for (let step = 0; step < 40; step += 1) {
        const wallet = wallets[random() < 0.5 ? 0 : 1]
        const act = acts[Math.floor(random() * acts.length)] ?? 'reload'
        story.push(`${act} ${wallet.id}`)
        if (act === 'connect') {
          await page.connect(wallet)
          chosen = wallet
        } else if (act === 'leave') {
          // There is nothing to press while no wallet is connected.
          if (page.account() === null) continue
          await page.leave()
          chosen = null
        } else if (act === 'reload') page = openPage(wallets)
        else wallet[act]()
        await settled()
        expect(page.account(), story.join(', ')).toBe(chosen?.shown ?? null)
      }
    },
  )
})

/** mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
