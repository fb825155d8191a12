import type { Page } from '@playwright/test'
import { barriers } from '../fixtures/barriers.ts'
import { overflowPx } from '../fixtures/overflowPx.ts'
import { TableByHand } from '../fixtures/TableByHand.ts'
import { expect, test } from '../fixtures/test.ts'

/** On a desktop in light mode, and on a phone in dark mode. */
async function expectSound(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await barriers(page, 'all')).toEqual([])
    expect(await overflowPx(page)).toBe(0)
  }
}

test.describe('given an offer that is not what its two parties agreed on', () => {
  test('the recipient sees every difference in red, declines, accepts it anyway, and the creator learns of both', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo', 'dokyo')
    const bob = await cast.member('hoppers')
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const table = await TableByHand.open(world, alice, bob, {
      change: (deal) => ({ ...deal, opener: { ...deal.opener, nfts: deal.opener.nfts.slice(0, 1) } }),
    })
    await table.tick('guest')
    const [, other] = alice.nfts
    if (!other) throw new Error('the cast is short of NFTs')
    const id = await cast.offer(alice, [other], bob.nfts)

    const atBobs = await seat(bob.address)
    await atBobs.visit(`/p2p/${id}`)
    const { page } = atBobs
    // Without a session the page works as it does without tables.
    const accept = page.getByRole('button', { name: 'Accept This Offer' })
    await expect(accept).toBeEnabled()
    await page.getByRole('button', { name: 'Agreed on this at a table? Sign in to compare.' }).click()
    const comparison = page.getByRole('table', { name: 'What you agreed next to what the offer says' })
    await expect(comparison.getByText(/^Another Dokyo\. You agreed on #\d+, the offer holds #\d+/)).toBeVisible()
    await expect(comparison.getByText('The same', { exact: true })).toHaveCount(2)
    const marks = await comparison.locator('td.compare-mark').evaluateAll((cells) =>
      cells.map((cell) => ({
        isSame: cell.textContent === 'The same',
        color: getComputedStyle(cell.querySelector('.icon') ?? cell).color,
      })),
    )
    const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper-bad'))
    expect(red).toBe('#9e2a1c')
    expect(marks.map(({ color }) => color === 'rgb(158, 42, 28)')).toEqual(marks.map(({ isSame }) => !isSame))
    expect(marks.filter(({ isSame }) => !isSame)).toHaveLength(1)
    await expect(accept).toBeDisabled()
    await expectSound(page)

    const atAlices = await seat(alice.address)
    await atAlices.arrive()
    await page.getByRole('button', { name: /^Decline/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline this offer?' })
    await dialog.getByRole('radio', { name: 'I’d rather have another NFT' }).check()
    await dialog.getByRole('textbox').fill('We said the other Dokyo')
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page.getByText(/^You declined this offer/)).toBeVisible()
    await expect(atAlices.screen.sent.getByText(/^Declined\. I’d rather have another NFT/)).toBeVisible()
    await atAlices.page.goto(`/p2p/${id}`)
    await expect(atAlices.page.getByText(/declined this offer/)).toBeVisible()
    await expect(atAlices.page.getByRole('button', { name: 'Take it back' })).toBeEnabled()
    await atAlices.page.getByRole('button', { name: 'Sign in to read it' }).click()
    await expect(atAlices.page.getByText('“We said the other Dokyo”')).toBeVisible()

    await comparison.getByRole('checkbox').check()
    await accept.click()
    await expect(page.getByRole('heading', { name: 'Swapped' })).toBeVisible()
    expect(await cast.ownerOf(other)).toBe(bob.address)
    expect(atBobs.complaints).toEqual([])
    expect(atAlices.complaints).toEqual([])
  })
})
