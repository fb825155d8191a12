import { expect, test } from '../fixtures/test.ts'
import { isFullLength } from '../fixtures/fullLength.ts'
import { general } from '../portals/general.ts'
import { portals } from '../portals/portals.ts'
import { expectSoundLooks } from '../roles/looks.ts'

for (const portal of portals) {
  test.describe(portal.name, () => {
    test.use({ portal })

    test('the swap page has no axe violation and no sideways scroll, in either theme, on a desktop and on a phone', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('dokyo', 'party-animals')
      const bob = await cast.member('hoppers')
      await cast.approve(alice, ...alice.nfts)
      await cast.offer(alice, alice.nfts.slice(1), bob.nfts)
      const atAlices = await seat(alice.address)
      const { page, screen, complaints } = atAlices

      // Without a wallet, all portals have the same components.
      if (portal === general || isFullLength) {
        await screen.open()
        await expect(page.getByRole('button', { name: 'CONNECT WALLET' }).first()).toBeVisible()
        await expectSoundLooks(page)
      }

      await atAlices.arrive()
      await screen.pickOwn(...alice.nfts.slice(0, 1))
      await expect(screen.cancelButton).toBeVisible()
      await expectSoundLooks(page)
      expect(complaints).toEqual([])
    })
  })
}
