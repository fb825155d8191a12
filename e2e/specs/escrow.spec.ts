import { breakCollection, type Cast, InjectedWallet, type Member, type World } from '@parley/testkit'
import { ownWorld } from '../fixtures/ownWorld.ts'
import { Person } from '../fixtures/Person.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { expectSoundLooks } from '../roles/looks.ts'

/** Moves time and stops the server, so it needs its own world. */
const test = base.extend({ world: ownWorld() })

const halfCoin = 5n * 10n ** 17n
const feeWei = 10n ** 16n

/** Four items in escrow: an expired offer, a refused return, refused coins, and an open offer. */
async function given(world: World, cast: Cast): Promise<Member> {
  const { client } = world.chain
  const alice = await cast.member('dokyo', 'steady', 'furks', 'hoppers')
  const bob = await cast.member('farmland')
  const [ran, stuck, sold, open] = alice.nfts
  if (!ran || !stuck || !sold || !open) throw new Error('the cast is short of NFTs')
  await cast.approve(alice, ...alice.nfts)
  const sale = { offered: [sold], requested: [], coins: { offeredWei: 0n, requestedWei: halfCoin } }
  const soldId = await cast.offerWithCoins(alice, bob.address, sale)
  // Her wallet refuses coins while it has this code.
  await client.setCode({ address: alice.address, bytecode: '0x60006000fd' })
  await cast.callEscrow(bob, 'acceptSwapOffer', [soldId], feeWei + halfCoin)
  await client.setCode({ address: alice.address, bytecode: '0x' })
  const stuckId = await cast.offer(alice, [stuck], bob.nfts)
  const mend = await breakCollection(world, stuck.contract)
  await cast.callEscrow(alice, 'cancelSwapOffer', [stuckId])
  await mend()
  await cast.offer(alice, [ran], bob.nfts, 300)
  await world.clock.advance(301)
  const coins = { offeredWei: halfCoin, requestedWei: 0n }
  await cast.offerWithCoins(alice, bob.address, { offered: [open], requested: bob.nfts, coins })
  return { ...alice, nfts: [ran, stuck, open] }
}

test.describe('given things in escrow in four ways', () => {
  test('one brings everything home past a rejection, a reload and a second tab, without the server', async ({
    browser,
    world,
    cast,
    seat,
  }) => {
    const alice = await given(world, cast)
    // The shared browsers have no service worker.
    const context = await browser.newContext({ baseURL: world.url, serviceWorkers: 'allow' })
    const wallets = { account: alice.address, rpcUrl: world.chain.url }
    const later = await Person.sitDown(context, new InjectedWallet(wallets))
    await later.visit('/escrow')
    await expect(later.page.getByRole('article')).toHaveCount(4)
    await later.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // From now on each file passes the worker.
    await later.visit('/inbox')
    await expect(later.page.getByText('Tables are missing here')).toBeVisible()
    await later.page.goBack()
    await later.page.reload()
    await expect(later.page.getByRole('article')).toHaveCount(4)
    const at = await seat(alice.address)
    const { page, wallet } = at
    await at.visit('/pending-trades')
    await page.getByRole('link', { name: 'My escrow' }).click()

    const rows = page.getByRole('region', { name: 'Offer by offer' })
    await expect(rows.getByRole('article')).toHaveCount(4)
    await expect(rows.getByRole('article').nth(0)).toContainText(/Expired, ready to come home.*0\.01\d+ AVAX/)
    await expect(rows.getByRole('article').nth(1)).toContainText(/Couldn’t be returned.*Claim it.*about 0\.00\d+ AVAX/)
    await expect(rows.getByRole('article').nth(2)).toContainText(/Coins that your wallet refused.*0\.5 AVAX/)
    await expect(rows.getByRole('article').nth(3)).toContainText(/Open for 5\d min.*Cancel Offer.*about 0\.00\d+ AVAX/)
    await expect(
      rows
        .getByRole('article')
        .nth(3)
        .getByText(/^5\d min/),
    ).toHaveClass('soon')
    await expect(page.getByRole('region', { name: 'Held for you' })).toContainText('3 NFTs and 1 AVAX')
    // All rows end their left side on one line, below its name.
    const [axis, ...ends] = await rows.evaluate((section) =>
      ['.escrow-axis > :first-child', '.escrow-sides > :first-child li:last-child'].flatMap((end) =>
        Array.from(section.querySelectorAll(end), (element) => Math.round(element.getBoundingClientRect().right)),
      ),
    )
    expect(ends).toEqual([axis, axis, axis])
    const target = rows.getByRole('textbox', { name: 'Send the coins to' })
    await target.fill('0x12')
    await expect(rows).toContainText('This isn’t an address.')
    await expect(rows.getByRole('button', { name: 'Send the coins' })).toBeDisabled()
    await target.fill(alice.address)

    const slip = page.getByRole('region', { name: 'Bring home', exact: true })
    await expect(slip).toContainText('3 transactions, one after the other')
    await slip.getByRole('checkbox', { name: 'Cancel my open offer as well' }).check()
    const release = wallet.hold('eth_sendTransaction')
    await slip.getByRole('button', { name: 'Bring 3 NFTs and 1 AVAX home' }).click()
    const queue = page.getByRole('region', { name: 'On the way home' })
    const row = (at: number) => queue.getByRole('listitem').nth(at)
    await expect(row(0)).toContainText('Under way')
    await expect.poll(() => wallet.sentTransactions().length).toBe(1)

    const tab = await at.context.newPage()
    await tab.goto('/escrow')
    await expect(tab.getByText('Another tab of this browser brings these home.')).toBeVisible()
    await expect(tab.getByRole('button', { name: /^Bring .* home$/ })).toBeDisabled()

    release()
    const releaseSecond = wallet.hold('eth_sendTransaction')
    await expect(row(0)).toContainText('Home')
    wallet.refuseNext('eth_sendTransaction')
    releaseSecond()
    await expect(row(1)).toContainText('Transaction was rejected in your wallet')
    await expect(queue).toContainText('Stopped. Nothing more is sent until you press.')
    await expect(tab.getByText('Stopped. Nothing more is sent until you press.')).toBeVisible()
    await tab.close()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expectSoundLooks(page)
    await page.setViewportSize({ width: 1280, height: 900 })

    await at.scriptsLoaded()
    await world.server.stop()
    // The server delivers the page, so it stays open here; its actions need only the chain.
    await queue.getByRole('button', { name: 'Go on with the other 2' }).click()
    await expect(row(2)).toContainText('Home')
    await expect(row(3)).toContainText('Home')
    await expect(queue).toContainText('3 of 4 are home')
    await expect(rows.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(rows.getByRole('article')).toHaveCount(1)
    // A page that is opened only now comes from the worker, and what it shows from the chain.
    await later.page.reload()
    await expect(later.page.getByText('Read from the chain')).toBeVisible()
    await expect(later.page.getByRole('article')).toHaveCount(1)
    await expect(later.page.getByRole('button', { name: 'Claim it' })).toBeEnabled()
    await later.page
      .getByRole('banner')
      .getByRole('link', { name: /^Inbox/ })
      .click()
    const waiting = later.page.getByRole('article', { name: /couldn’t be returned/ })
    await expect(waiting.getByRole('link', { name: /^Claim it/ })).toBeVisible()
    await context.close()
    await world.server.start()
    await page.reload()
    await expect(row(1)).toContainText('Transaction was rejected in your wallet')
    await expect(queue.getByRole('button', { name: /^Go on/ })).toHaveCount(0)

    await rows.getByRole('button', { name: 'Claim it' }).click()
    await at.screen.answerAlert('What was still in escrow has been returned to its owner.')
    await expect(page.getByText('Nothing of yours is in escrow')).toBeVisible()
    await queue.getByRole('button', { name: 'Dismiss' }).click()
    await expect(queue).toHaveCount(0)
    for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
    // Four succeeded, and one was refused.
    expect(wallet.sentTransactions()).toHaveLength(5)
    expect(new Set(wallet.sentTransactions().map((sent) => JSON.stringify(Object(sent).data))).size).toBe(4)
  })
})
