import { demoWebDist } from '../fixtures/builtPages.ts'
import { fileWorld } from '../fixtures/fileWorld.ts'
import { unreachable } from '../fixtures/soundness.ts'
import { logToasts } from '../fixtures/toastLog.ts'
import { expect } from '../fixtures/test.ts'
import { SwapScreen } from '../screens/SwapScreen.ts'

/** The local demo as a newcomer finds it: its own build, its offers, its wallet. */
const demo = fileWorld({ seed: 'demo', webDist: demoWebDist })

demo(
  'a newcomer becomes Carol, rejects a transaction, signs it the second time, and has her NFTs back',
  async ({ browser, world }) => {
    const context = await browser.newContext({ baseURL: world.url })
    await logToasts(context)
    const page = await context.newPage()
    const screen = new SwapScreen(page)
    await screen.open('/')
    await screen.chooseWallet('Parley demo wallet')
    await page
      .getByRole('dialog')
      .getByLabel(/^Carol/)
      .check()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(screen.connectedBadge).toBeVisible()
    const cancel = screen.sent.getByRole('button', { name: 'Cancel Offer' })
    await expect(cancel).toHaveCount(2)
    const sheet = page.getByRole('dialog', { name: 'Sign this transaction?' })

    await cancel.first().click()
    await expect(sheet).toContainText('cancelSwapOffer')
    await sheet.getByRole('button', { name: 'Reject' }).click()
    await screen.seeToast('Transaction was rejected in your wallet')
    await expect(cancel).toHaveCount(2)

    await cancel.first().click()
    await sheet.getByRole('button', { name: 'Sign' }).click()
    await screen.answerAlert(
      'Your offer was cancelled successfully! Your NFT should be returned to your wallet shortly.',
    )
    await expect(cancel).toHaveCount(1)
    await context.close()
  },
)

demo(
  'a page that finds no chain still shows, and the wallet comes with the chain, also for who was connected',
  async ({ browser, world }) => {
    let offers: readonly { readonly offerId: string }[] = []
    const received = async () => {
      const answer = await fetch(`${world.url}/api/swap-offers/recipient/${world.wallets.alice.account.address}`)
      ;({ offers } = await answer.json())
      return offers.length
    }
    // A server that has just started is still reading the chain.
    await expect.poll(received).toBeGreaterThan(0)
    const context = await browser.newContext({ baseURL: world.url })
    // Unanswered, which lasts longer than a refusal.
    const chain = Promise.withResolvers<void>()
    await context.route(`${world.chain.url}/**`, async (route) => {
      await chain.promise
      await route.continue()
    })
    const page = await context.newPage()
    const screen = new SwapScreen(page)
    const wallet = page.getByRole('button', { name: /demo wallet/i })
    for (const [path, words] of [
      [`/p2p/${offers[0]?.offerId}`, 'not checked on chain yet'],
      ['/current-trades', 'Total Trades Completed'],
      ['/help', 'Help'],
      ['/', 'What it costs'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(words).first()).toBeVisible()
      await expect(page.getByText('couldn’t start')).toHaveCount(0)
    }
    await expect(wallet).toHaveCount(0)
    chain.resolve()
    await screen.chooseWallet('Parley demo wallet')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(screen.connectedBadge).toBeVisible()

    const isRefused = (url: URL) => url.origin === new URL(world.chain.url).origin
    await context.route(isRefused, (route) => route.abort('connectionrefused'))
    await page.reload()
    await expect(page.getByText('What it costs')).toBeVisible()
    await expect(wallet).toHaveCount(0)
    await context.unroute(isRefused)
    await expect(screen.connectedBadge).toBeVisible()
    await expect(wallet).toBeVisible()
    await context.close()
  },
)

demo('the wallet’s button lies over nothing, on a phone and on a desktop', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const screen = new SwapScreen(page)
  await screen.open('/')
  await screen.chooseWallet('Parley demo wallet')
  // A phone asks its only wallet at once, and shows the list where none was there yet.
  const listed = page.getByRole('dialog').getByRole('button', { name: 'Parley demo wallet' })
  const asked = page.getByRole('button', { name: 'Connect', exact: true })
  await expect(listed.or(asked)).toBeVisible()
  if (await listed.isVisible()) await listed.click()
  await asked.click()
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'JOIN CALL' })).toBeVisible()
  const coveredByWallet = async () => (await unreachable(page)).filter((fault) => fault.includes('demo-wallet'))
  await expect.poll(coveredByWallet).toEqual([])
  await page.goto('/admin-panel-parley-owner-only')
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
  await expect.poll(coveredByWallet).toEqual([])

  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/admin-panel-parley-owner-only', '/p2p']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeVisible()
    const wallet = await page.getByRole('button', { name: /demo wallet/i }).boundingBox()
    const leftEdges = await page
      .locator('main :is(a, button, input, [role=option])')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect()))
    const firstPx = Math.min(...leftEdges.filter(({ width }) => width > 1).map(({ left }) => left))
    expect(firstPx).toBeGreaterThan((wallet?.x ?? 0) + (wallet?.width ?? 0))
  }
  await context.close()
})
