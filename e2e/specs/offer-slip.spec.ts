import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/** How many of these lines can be read now: in view, and nothing over them. */
function readable(lines: Locator): Promise<number> {
  return lines.evaluateAll(
    (all) =>
      all.filter((line) => {
        const { left, top, width, height } = line.getBoundingClientRect()
        return line.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }).length,
  )
}

test('the slip of an offer of seven for five has what it costs in view from the start, and every NFT of it in view at once further down', async ({
  cast,
  seat,
}) => {
  // The cast takes its time where the machine does: nothing here is about that.
  const maker = await cast.member('dokyo', 'dokyo', 'hoppers', 'hoppers', 'steady', 'steady', 'chikn')
  const taker = await cast.member('madskullz', 'madskullz', 'the-salvors', 'the-salvors', 'nochillio')
  await cast.approve(maker, ...maker.nfts)
  const id = await cast.offer(maker, maker.nfts, taker.nfts)
  const person = await seat(taker.address)
  const { page } = person
  await page.setViewportSize({ width: 1280, height: 800 })
  await person.arrive()
  await page.goto(`/p2p/${id}`)
  const slip = page.getByRole('region', { name: 'Offer', exact: true })
  const lines = slip.getByRole('group', { name: 'Every item of the deal' }).getByRole('listitem')
  await expect(lines).toHaveCount(12)
  for (const words of ['From', 'To', 'Platform fee', 'Total'])
    await expect(slip.getByText(words, { exact: true })).toBeInViewport({ ratio: 1 })
  const accept = slip.getByRole('button', { name: 'Accept This Offer' })
  await expect(accept).toBeInViewport({ ratio: 1 })

  await page.mouse.move(640, 300)
  await page.mouse.wheel(0, 600)

  await expect.poll(() => readable(lines)).toBe(12)
  await expect(slip.getByText('Platform fee', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(accept).toBeInViewport({ ratio: 1 })
})
