import { barriers } from '../fixtures/barriers.ts'
import { overflowPx } from '../fixtures/overflowPx.ts'
import { expect, test } from '../fixtures/test.ts'
import { portals } from '../portals/portals.ts'

for (const portal of portals) {
  test.describe(portal.name, () => {
    test.use({ portal })
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        test(`the swap page has no axe violation and no sideways scroll, ${colorScheme}, ${width} px`, async ({
          cast,
          seat,
        }) => {
          const alice = await cast.member('dokyo', 'party-animals')
          const bob = await cast.member('hoppers')
          await cast.approve(alice, ...alice.nfts)
          await cast.offer(alice, alice.nfts.slice(1), bob.nfts)
          const atAlices = await seat(alice.address)
          const { page, screen, complaints } = atAlices
          // What fades in has not its full contrast yet.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: 900 })

          await screen.open()
          await expect(page.getByRole('button', { name: 'CONNECT WALLET' }).first()).toBeVisible()
          expect(await barriers(page)).toEqual([])

          await atAlices.arrive()
          await screen.pickOwn(...alice.nfts.slice(0, 1))
          await expect(screen.cancelButton).toBeVisible()
          expect(await barriers(page)).toEqual([])
          expect(await overflowPx(page)).toBe(0)
          expect(complaints).toEqual([])
        })
      }
    }
  })
}
