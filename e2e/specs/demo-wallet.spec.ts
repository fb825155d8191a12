import { demoWebDist } from '../fixtures/builtPages.ts'
import { fileWorld } from '../fixtures/fileWorld.ts'
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
    await expect(cancel.first()).toBeVisible()
    const before = await cancel.count()
    const sheet = page.getByRole('dialog', { name: 'Sign this transaction?' })

    await cancel.first().click()
    await expect(sheet).toContainText('cancelSwapOffer')
    await sheet.getByRole('button', { name: 'Reject' }).click()
    await screen.seeToast('Transaction was rejected in your wallet')
    await expect(cancel).toHaveCount(before)

    await cancel.first().click()
    await sheet.getByRole('button', { name: 'Sign' }).click()
    await screen.answerAlert(
      'Your offer was cancelled successfully! Your NFT should be returned to your wallet shortly.',
    )
    await expect(cancel).toHaveCount(before - 1)
    await context.close()
  },
)

demo(
  "on a phone the wallet's button lies beside JOIN CALL of an offer, wherever the page is scrolled",
  async ({ browser, world }) => {
    const context = await browser.newContext({ baseURL: world.url, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const screen = new SwapScreen(page)
    await screen.open('/')
    await screen.chooseWallet('Parley demo wallet')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page
      .getByRole('link', { name: /View Details/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Talk by voice' }).click()
    const join = await page.getByRole('button', { name: 'JOIN CALL' }).boundingBox()
    const wallet = await page.getByRole('button', { name: /demo wallet/i }).boundingBox()
    if (!join || !wallet) throw new Error('One of the buttons is not on the page')
    expect(join.x + join.width).toBeLessThan(wallet.x)
    await context.close()
  },
)
