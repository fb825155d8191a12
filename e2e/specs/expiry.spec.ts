import { startWorld, type World } from '@parley/testkit'
import { webDist } from '../fixtures/builtPages.ts'
import { expect, test } from '../fixtures/test.ts'
import { portals } from '../portals/portals.ts'

/** Time is moved here, so this world is nobody else's. */
const timed = test.extend<object, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const world = await startWorld({ seed: 'empty', webDist })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

for (const portal of portals)
  timed.describe(`given an offer in ${portal.name} that stood for five minutes`, () => {
    timed.use({ portal })

    timed(
      'after expiry the creator recovers the NFTs from escrow [says expiredReturned]',
      async ({ world, cast, seat }) => {
        const alice = await cast.member('dokyo')
        const bob = await cast.member('hoppers')
        await cast.approve(alice, ...alice.nfts)
        await cast.offer(alice, alice.nfts, bob.nfts, 300)
        const atAlices = await seat(alice.address)
        await atAlices.page.clock.install()
        await atAlices.arrive()
        await expect(atAlices.screen.cancelButton).toBeVisible()

        await world.clock.advance(301)
        await atAlices.page.clock.fastForward(301_000)

        await atAlices.screen.recoverButton.click()
        await atAlices.screen.answerAlert('Expired offer returned successfully!')
        for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      },
    )

    timed(
      'after expiry the recipient can no longer accept, and can send the NFTs home',
      async ({ world, cast, seat }) => {
        const alice = await cast.member('dokyo')
        const bob = await cast.member('hoppers')
        await cast.approve(alice, ...alice.nfts)
        await cast.offer(alice, alice.nfts, bob.nfts, 300)
        const atBobs = await seat(bob.address)
        await atBobs.page.clock.install()
        await atBobs.arrive()
        await expect(atBobs.screen.acceptButton).toBeVisible()

        await world.clock.advance(301)
        await atBobs.page.clock.fastForward(301_000)

        await expect(atBobs.screen.acceptButton).toHaveCount(0)
        await atBobs.screen.received.getByRole('button', { name: 'Return Expired' }).click()
        await atBobs.screen.answerAlert('Expired offer returned successfully!')
        for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      },
    )
  })
