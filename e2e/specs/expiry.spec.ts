import type { World } from '@parley/testkit'
import type { Table } from '../fixtures/layDeal.ts'
import { fileWorld } from '../fixtures/fileWorld.ts'
import { expect } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

/** These tests move time. */
const timed = fileWorld()

/** A five-minute offer, and its page as one of the two parties. */
async function given({ cast, seat }: Table, viewer: 'alice' | 'bob') {
  const alice = await cast.member('dokyo')
  const bob = await cast.member('hoppers')
  await cast.approve(alice, ...alice.nfts)
  await cast.offer(alice, alice.nfts, bob.nfts, 300)
  const at = await seat((viewer === 'alice' ? alice : bob).address)
  await at.arrive()
  return { at, alice }
}

/**
 * The page follows chain time, whatever its own clock says. Its clock stays untouched: a jump would time out every
 * pending request.
 */
function letItRunOut(world: World): Promise<void> {
  return world.clock.advance(301)
}

for (const portal of portals)
  timed.describe(`given an offer in ${portal.name} that stood for five minutes`, lengthOf(portal), () => {
    timed.use({ portal })

    timed(
      'after expiry the creator recovers the NFTs from escrow [says expiredReturned]',
      async ({ world, cast, seat }) => {
        const { at, alice } = await given({ cast, seat }, 'alice')
        await expect(at.screen.cancelButton).toBeVisible()

        await letItRunOut(world)

        await at.screen.recoverButton.click()
        await at.screen.answerAlert('Expired offer returned successfully!')
        for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      },
    )

    timed(
      'after expiry the recipient can no longer accept, and can send the NFTs home',
      async ({ world, cast, seat }) => {
        const { at, alice } = await given({ cast, seat }, 'bob')
        await expect(at.screen.acceptButton).toBeVisible()

        await letItRunOut(world)

        await expect(at.screen.acceptButton).toHaveCount(0)
        await at.screen.received.getByRole('button', { name: 'Return Expired' }).click()
        await at.screen.answerAlert('Expired offer returned successfully!')
        for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      },
    )

    timed('30 days after expiry anyone can send the NFTs home, free', async ({ world, cast, seat }) => {
      const [alice, bob, stranger] = [await cast.member('dokyo'), await cast.member('hoppers'), await cast.member()]
      await cast.approve(alice, ...alice.nfts)
      const id = await cast.offer(alice, alice.nfts, bob.nfts, 300)
      const at = await seat(stranger.address)
      await at.visit(`/p2p/${id}`)
      const send = at.page.getByRole('button', { name: 'Send NFTs home' })
      await letItRunOut(world)
      await expect(at.page.getByText('Expired', { exact: true }).first()).toBeVisible()
      await expect(send).toHaveCount(0)

      await world.clock.advance(30 * 86_400)

      await send.click()
      await at.screen.answerAlert('Expired offer returned successfully!')
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
    })
  })
