import { ownWorld } from '../fixtures/ownWorld.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

/** Stops the server, so it needs its own world. */
const lonely = test.extend({ world: ownWorld() })

for (const portal of portals)
  lonely.describe(portal.name, lengthOf(portal), () => {
    lonely.use({ portal })

    lonely(
      'the server dies between the transaction and the record: the offer is in the index when it is back [says createUnrecorded]',
      async ({ world, cast, seat }) => {
        const alice = await cast.member('dokyo')
        const bob = await cast.member('hoppers')
        await cast.approve(alice, ...alice.nfts)
        const atAlices = await seat(alice.address)
        await atAlices.arrive()
        await atAlices.screen.layOut(alice, bob)
        // The alert's code comes with the dock's, from the server that is to stop.
        await expect(atAlices.page.locator('.tx-dock')).toBeAttached()
        await atAlices.scriptsLoaded()
        const stopped = Promise.withResolvers<void>()
        await atAlices.page.route('**/api/swap-offers', async (route) => {
          await world.server.stop()
          stopped.resolve()
          await route.abort()
        })

        await atAlices.screen.create()
        await atAlices.screen.answerAlert("Warning: Offer was created on-chain but our database couldn't be updated")

        // The page gives up after 15 seconds, and a server has ten to stop.
        await stopped.promise
        await world.server.start()
        await expect
          .poll(async () => {
            const response = await fetch(`${world.url}/api/swap-offers/creator/${alice.address}`)
            const body: { offers: unknown[] } = await response.json()
            return body.offers.length
          })
          .toBe(1)
        await expect(atAlices.screen.cancelButton).toBeVisible()
      },
    )
  })
