import { walletName, type Person } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { toastTimes } from '../fixtures/toastLog.ts'

test('toasts: one at once, gone after five seconds, F8 leads to them, 50 px to the right puts them away', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member()
  const at = await seat(alice.address)
  await at.screen.open()
  const toast = at.page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await at.page.mouse.move(10, 300)

  await refuseToConnect(at)
  await closeList(at)
  await expect.poll(() => toastTimes(at.page)).toEqual([expect.any(Number)])
  const [shownMs] = await toastTimes(at.page)
  expect(shownMs).toBeGreaterThan(4_900)

  for (const _ of ['first', 'second']) {
    await refuseToConnect(at)
    await turnToAnotherWindow(at)
    await closeList(at)
  }
  await expect(toast).toHaveCount(1)
  await at.page.keyboard.press('F8')
  await expect(at.page.locator('.toasts')).toBeFocused()

  const box = await toast.boundingBox()
  if (!box) throw new Error('the toast is not on screen')
  const drag = async (byPx: number): Promise<void> => {
    const [x, y] = [box.x + 80, box.y + box.height / 2]
    await at.page.mouse.move(x, y)
    await at.page.mouse.down()
    await at.page.mouse.move(x + byPx / 2, y, { steps: 4 })
    await at.page.mouse.move(x + byPx, y, { steps: 4 })
    await at.page.mouse.up()
  }
  await drag(45)
  await expect(toast).toHaveCount(1)
  await drag(60)
  await expect(toast).toHaveCount(0)
})

/** Toasts stay while the window is in the background, so that a test can use one. */
async function turnToAnotherWindow(at: Person): Promise<void> {
  await at.page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

/** Provokes a toast. */
async function refuseToConnect(at: Person): Promise<void> {
  at.wallet.refuseNext('eth_requestAccounts')
  await at.screen.chooseWallet(walletName)
  await at.screen.seeToast('Wallet Connection Failed')
}

/** The list stays with the reason, above the toast. */
async function closeList(at: Person): Promise<void> {
  await at.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
}
