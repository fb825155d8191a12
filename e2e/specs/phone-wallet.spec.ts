import { InjectedWallet, type Member, PhoneWallet, type Relay, startRelay, type World } from '@parley/testkit'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { ownWorld } from '../fixtures/ownWorld.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { complaintsOf } from '../fixtures/complaintsOf.ts'
import { SwapScreen } from '../screens/SwapScreen.ts'

interface Phones {
  readonly relay: Relay
  /** Creates a wallet app with this member's account. */
  readonly phoneOf: (member: Member, chainIds?: readonly number[]) => Promise<PhoneWallet>
  /** The swap page in a browser without a wallet. */
  readonly at: SwapScreen
}

const phoneOnPage = 'A wallet on a phone'

const test = base.extend<Phones & { world: World }>({
  // oxlint-disable-next-line no-empty-pattern
  relay: async ({}, use) => {
    const relay = await startRelay()
    await use(relay)
    await relay.close()
  },
  world: async ({ relay }, use) => {
    const serverEnv = { WALLETCONNECT_PROJECT_ID: 'test', WALLETCONNECT_RELAY_URL: relay.url }
    await ownWorld({ serverEnv })({}, use)
  },
  phoneOf: async ({ relay, world }, use) => {
    const phones: PhoneWallet[] = []
    await use(async ({ address }, chainIds) => {
      const wallet = new InjectedWallet({ account: address, rpcUrl: world.chain.url })
      const phone = await PhoneWallet.open({ relayUrl: relay.url, wallet, ...(chainIds && { chainIds }) })
      phones.push(phone)
      return phone
    })
    for (const phone of phones) await phone.close()
  },
  at: async ({ browser, world, portal }, use) => {
    const context = await browser.newContext({ baseURL: world.url })
    await use(new SwapScreen(await context.newPage(), portal))
    await context.close()
  },
})

/** Scans the QR code on the screen, as a camera would. */
async function readCode({ page }: SwapScreen): Promise<string> {
  const picture = await page.getByRole('img', { name: 'WalletConnect code' }).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}

async function openCode(screen: SwapScreen): Promise<string> {
  await screen.open()
  await screen.chooseWallet(phoneOnPage)
  return await readCode(screen)
}

test.describe('given a wallet on a phone', () => {
  test('a scanned code connects it, it refuses, then signs an offer, and a reload finds it again', async ({
    cast,
    phoneOf,
    at: screen,
  }) => {
    const complaints = complaintsOf(screen.page)
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    await cast.approve(alice, ...alice.nfts)
    const phone = await phoneOf(alice)

    await phone.scan(await openCode(screen))
    await expect(screen.connectedBadge).toBeVisible()
    await screen.layOut(alice, bob)
    phone.wallet.refuseNext('eth_sendTransaction')
    await screen.create()
    await screen.answerAlert(/You rejected the transaction/)
    await screen.create()
    await screen.closeSuccess()

    expect(phone.wallet.sentTransactions()).toHaveLength(2)
    // The phone must not get read requests: it would prompt for each.
    expect(new Set(phone.wallet.requests.map(({ method }) => method))).toEqual(
      new Set(['eth_requestAccounts', 'eth_sendTransaction']),
    )
    await screen.page.reload()
    await expect(screen.connectedBadge).toBeVisible()

    await phone.leave()
    await expect(screen.page.getByRole('button', { name: /connect wallet/i }).first()).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('one that refuses the page, or does not know this chain, is followed by another try; one that leaves the chain later is gone', async ({
    cast,
    phoneOf,
    at: screen,
  }) => {
    const alice = await cast.member()
    const elsewhere = await phoneOf(alice, [1])
    const here = await phoneOf(alice)
    here.wallet.refuseNext('eth_requestAccounts')

    await elsewhere.scan(await openCode(screen))
    const again = screen.page.getByRole('button', { name: 'Try again' })
    await again.click()
    await here.scan(await readCode(screen))
    await again.click()
    await here.scan(await readCode(screen))

    await expect(screen.connectedBadge).toBeVisible()

    await here.moveTo(1)
    await expect(screen.page.getByRole('button', { name: /connect wallet/i }).first()).toBeVisible()
  })
})
