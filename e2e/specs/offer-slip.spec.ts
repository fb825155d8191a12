import type { Locator } from '@playwright/test'
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
})
