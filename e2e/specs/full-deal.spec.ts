import type { Cast } from '@parley/testkit'
import type { Locator } from '@playwright/test'
import { screenSizes } from '../fixtures/screenSizes.ts'
import { expect, test } from '../fixtures/test.ts'

const perSide = 20
/** The widest screen with the phone's layout, where the deal opens as a sheet. */
const phoneMaxPx = 768
type CollectionKey = Parameters<Cast['member']>[number]

const fourOf = (...keys: readonly CollectionKey[]): CollectionKey[] =>
  Array.from({ length: perSide / keys.length }, () => keys).flat()

/** Rows of a list that can't be read when scrolled to: covered, off screen, cut, or tiny. */
function unreadable(rows: Locator): Promise<string[]> {
  return rows.evaluateAll(async (all) => {
    // A sheet slides in within a frame under reduced motion.
    await Promise.all(
      all[0]
        ?.closest('dialog')
        ?.getAnimations()
        .map(({ finished }) => finished) ?? [],
    )
    return all.flatMap((row) => {
      // Once, as focus and links do: a slip that moved along would keep its row away.
      row.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, right, bottom } = row.getBoundingClientRect()
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const words = [...row.querySelectorAll<HTMLElement>('*')]
      // A name may end in dots: it is whatever the metadata says. Collection and id may not.
      const id = words.findLast(({ textContent }) => /#\d+$/.test(textContent))
      const faults = [
        ...(row.contains(over) ? [] : ['covered']),
        ...(left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight ? ['off the screen'] : []),
        ...(id && id.scrollWidth <= id.clientWidth + 1 ? [] : ['without its whole id']),
        ...(id && Number.parseFloat(getComputedStyle(id).fontSize) < 12 ? ['tiny'] : []),
      ]
      return faults.length > 0 ? [`${row.textContent}: ${faults.join(', ')}`] : []
    })
  })
}

/** Expects all of the deal to be readable, and then the button to be in reach, on every screen. */
async function expectReadable(rows: Locator, button: Locator, where: string): Promise<void> {
  await expect(rows, where).toHaveCount(2 * perSide)
  await expect.poll(() => unreadable(rows), where).toEqual([])
  await button.scrollIntoViewIfNeeded()
  await expect(button, where).toBeInViewport({ ratio: 1 })
}

test.describe('a deal of twenty for twenty is read whole wherever it can be signed, from 360 to 2560 px', () => {
  test('where it is created: in the slip, and in a phone’s sheet', { tag: '@long' }, async ({ cast, seat }) => {
    const alice = await cast.member(...fourOf('dokyo', 'hoppers', 'chikn', 'madskullz'))
    const bob = await cast.member(...fourOf('steady', 'the-salvors', 'farmland', 'nochillio'))
    await cast.approve(alice, ...alice.nfts)
    const at = await seat(alice.address)
    const { page, screen } = at
    await at.arrive()
    await screen.layOut(alice, bob)
    for (const [width, height] of screenSizes) {
      await page.setViewportSize({ width, height })
      const isPhone = width <= phoneMaxPx
      if (isPhone) await page.getByRole('button', { name: 'Review deal' }).click()
      const place = isPhone ? page.getByRole('dialog') : page.getByRole('region', { name: 'The deal' })
      const list = isPhone ? place : place.getByRole('group', { name: 'Every item of the deal' })
      const rows = list.getByRole('listitem')
      await expectReadable(rows, place.getByRole('button', { name: 'CREATE SWAP OFFER' }), `${width} px`)
      if (isPhone) await page.keyboard.press('Escape')
    }
  })

  test('where it is accepted: in the list’s dialog, and on its page', { tag: '@long' }, async ({ cast, seat }) => {
    const alice = await cast.member(...fourOf('dokyo', 'hoppers', 'chikn', 'madskullz'))
    const bob = await cast.member(...fourOf('steady', 'the-salvors', 'farmland', 'nochillio'))
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const id = await cast.offer(alice, alice.nfts, bob.nfts)
    const at = await seat(bob.address)
    const { page, screen } = at
    await at.arrive()
    await screen.acceptButton.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Checked on chain', { exact: true })).toBeVisible()
    for (const [width, height] of screenSizes) {
      await page.setViewportSize({ width, height })
      const accept = dialog.getByRole('button', { name: 'Accept Trade' })
      await expectReadable(dialog.locator('.item-rows').getByRole('listitem'), accept, `dialog, ${width} px`)
    }
    await at.visit(`/p2p/${id}`)
    await expect(page.getByText('Checked on chain', { exact: true })).toBeVisible()
    const slip = page.getByRole('region', { name: 'Offer', exact: true })
    for (const [width, height] of screenSizes) {
      await page.setViewportSize({ width, height })
      const rows = slip.getByRole('group', { name: 'Every item of the deal' }).getByRole('listitem')
      await expectReadable(rows, slip.getByRole('button', { name: 'Accept This Offer' }), `page, ${width} px`)
    }
  })
})
