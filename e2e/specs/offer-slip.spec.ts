import type { Locator } from '@playwright/test'
import type { Cast } from '@parley/testkit'
import { expect, test } from '../fixtures/test.ts'

/** Visible lines that something else covers. */
function covered(lines: Locator): Promise<number> {
  return lines.evaluateAll(
    (all) =>
      all.filter((line) => {
        const { left, top, width, height } = line.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        return y > 0 && y < window.innerHeight && !line.contains(document.elementFromPoint(x, y))
      }).length,
  )
}

test('no item on the slip of an offer of seven for five is ever covered, in a low window, wherever it is scrolled', async ({
  cast,
  seat,
}) => {
  const maker = await cast.member('dokyo', 'dokyo', 'hoppers', 'hoppers', 'steady', 'steady', 'chikn')
  const taker = await cast.member('madskullz', 'madskullz', 'the-salvors', 'the-salvors', 'nochillio')
  await cast.approve(maker, ...maker.nfts)
  const id = await cast.offer(maker, maker.nfts, taker.nfts)
  const person = await seat(taker.address)
  const { page } = person
  await page.setViewportSize({ width: 1366, height: 768 })
  await person.visit(`/p2p/${id}`)
  const slip = page.getByRole('region', { name: 'Offer', exact: true })
  const lines = slip.getByRole('group', { name: 'Every item of the deal' }).getByRole('listitem')
  await expect(lines).toHaveCount(12)
  const accept = slip.getByRole('button', { name: 'Accept This Offer' })
  await expect(accept).toBeVisible()
  for (let topPx = 0; topPx <= 1_200; topPx += 100) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), topPx)
    expect(await covered(lines), `scrolled by ${topPx} px`).toBe(0)
  }
  // The side of five has gone along with that of seven.
  const ends = await page
    .locator('.side .prints')
    .evaluateAll((all) => all.map((prints) => prints.getBoundingClientRect().bottom))
  expect(ends).toHaveLength(2)
  expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThan(2)
})

/** Two NFTs for one, which its owner has yet to approve. */
async function smallDeal(cast: Cast) {
  const maker = await cast.member('dokyo', 'hoppers')
  const taker = await cast.member('steady')
  await cast.approve(maker, ...maker.nfts)
  return { taker, id: await cast.offer(maker, maker.nfts, taker.nfts) }
}

const desktops = [
  [1280, 900],
  [1366, 768],
] as const

test('a small deal’s next step is in the first view: approving, then accepting, in the slip or in a phone’s bar', async ({
  cast,
  seat,
}) => {
  const { taker, id } = await smallDeal(cast)
  const person = await seat(taker.address)
  const { page } = person
  await person.visit(`/p2p/${id}`)
  const slip = page.getByRole('region', { name: 'Offer', exact: true })
  const step = slip.getByRole('button', { name: 'Approve Steady' })
  await expect(page.getByText('Checked on chain', { exact: true })).toBeVisible()
  await expect(slip.getByText('6 of 7 checks pass')).toBeVisible()
  for (const [width, height] of desktops) {
    await page.setViewportSize({ width, height })
    await expect(step, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
    const box = await step.boundingBox()
    expect(height - (box?.y ?? height) - (box?.height ?? 0), 'px below it').toBeGreaterThan(height - 768 + 8)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    for (const item of await slip.getByRole('listitem').filter({ hasText: '#' }).all())
      await expect(item).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.offer-bar').getByRole('button', { name: /Approve Steady/ })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await step.click()
  await expect(slip.getByText('7 of 7 checks pass')).toBeVisible()
  const accept = slip.getByRole('button', { name: 'Accept This Offer' })
  for (const [width, height] of desktops) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(accept, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
  }
})

test('a small deal’s next step is in view in the list’s dialog, too, before anything is scrolled', async ({
  cast,
  seat,
}) => {
  const { taker } = await smallDeal(cast)
  const person = await seat(taker.address)
  const { page, screen } = person
  await page.setViewportSize({ width: 1280, height: 900 })
  await person.arrive()
  await screen.acceptButton.click()
  const dialog = page.getByRole('dialog', { name: 'Before you accept' })
  await expect(dialog.getByText('6 of 7 checks pass')).toBeVisible()
  const step = dialog.getByRole('button', { name: 'Approve Steady' })
  await expect(step).toBeInViewport({ ratio: 1 })
  await step.click()
  await expect(dialog.getByText('7 of 7 checks pass')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Accept Trade' })).toBeInViewport({ ratio: 1 })
})
