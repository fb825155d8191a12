import type { Locator, Page } from '@playwright/test'
import { walletName } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'

/** Far more than any page has. */
const maxStops = 150

/** Goes there by Tab alone, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never comes there')
}

async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function connect(page: Page): Promise<void> {
  await page.goto('/p2p')
  await pressAt(page, page.getByRole('main').getByRole('button', { name: /connect wallet/i }))
  await pressAt(page, button(page, walletName))
  await expect(page.getByText(/^wallet connected$/i)).toBeVisible()
}

test.describe('given two people who use the keyboard alone', () => {
  test('one offers, is told so, and the other accepts', async ({ cast, seat }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(bob, ...bob.nfts)
    const { page, screen, complaints } = await seat(alice.address)
    await connect(page)
    await tabTo(page, screen.recipient)
    await page.keyboard.type(bob.address)

    // The grids are lists with one stop each: arrows move in them, space chooses.
    const own = screen.own.getByRole('listbox')
    await pressAt(page, own, 'Space')
    await expect(own.getByRole('option', { selected: true })).toHaveCount(1)
    // What changes without a move of the focus is read out.
    await expect(screen.own.locator('[aria-live="polite"]').filter({ hasText: '1' })).toHaveCount(1)
    const friends = screen.friends.getByRole('listbox')
    await pressAt(page, friends, 'Space')
    await expect(friends.getByRole('option', { selected: true })).toHaveCount(1)

    // Not approved yet: the alert takes the focus, is left by Enter, and gives the focus back.
    await pressAt(page, screen.createButton)
    await expect(screen.alert).toContainText('You need to approve NFTs for trading first.')
    await expect(screen.alert.getByRole('button').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(screen.alert).toBeHidden()
    await expect(screen.createButton).toBeFocused()

    await pressAt(page, button(page, 'APPROVE NEXT COLLECTION'))
    await screen.seeToast('Approved')
    // The hotkey leads to what was announced.
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toHaveCount(1)

    await pressAt(page, screen.createButton)
    const success = page.getByRole('dialog').filter({ hasText: 'Your offer was created successfully!' })
    await expect(success).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(success).toBeHidden()
    expect(complaints).toEqual([])

    const atBobs = await seat(bob.address)
    await connect(atBobs.page)
    await pressAt(atBobs.page, atBobs.screen.received.getByRole('button', { name: 'Accept Trade' }))
    const review = atBobs.page.getByRole('dialog')
    await pressAt(atBobs.page, review.getByRole('button', { name: /accept/i }))
    await atBobs.screen.seeToast('Offer accepted!')
    for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
  })
})
