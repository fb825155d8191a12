import { acceptFirstOffer, createFirstOffer, firstSwapBudget, firstSwapScreens } from '../fixtures/firstSwap.ts'
import { expect, test } from '../fixtures/test.ts'

/** The person is modelled, and the page's work counted. A benchmark times page and chain. */
const { creating, accepting } = firstSwapBudget

for (const screen of firstSwapScreens)
  test(
    `a newcomer on ${screen.name} creates an offer in seven actions, and the friend accepts it from a link in four`,
    { tag: '@long' },
    async ({ cast, seat }) => {
      const alice = await cast.member('dokyo', 'steady')
      const bob = await cast.member('hoppers')
      const [mine] = alice.nfts
      const [theirs] = bob.nfts
      if (!mine || !theirs) throw new Error('the cast is short of NFTs')
      const walked = { screen, folder: test.info().outputPath() }

      const atAlices = await seat(alice.address)
      const creator = await createFirstOffer(atAlices, alice, bob, walked)
      expect(creator.actions).toBeLessThanOrEqual(7)
      expect(creator.hiddenSteps, 'each next step is in view').toEqual([])
      expect(creator.personS).toBeLessThan(creating.personS)
      expect(await creator.undisturbedS()).toBeLessThan(creating.allS)
      expect(await cast.ownerOf(mine)).not.toBe(alice.address)

      let offers: readonly { readonly offerId: string }[] = []
      const received = async () => {
        ;({ offers } = await (await atAlices.page.request.get(`/api/swap-offers/recipient/${bob.address}`)).json())
        return offers.length
      }
      // The dialog may come before the server has read the offer's block.
      await expect.poll(received).toBe(1)
      const recipient = await acceptFirstOffer(await seat(bob.address), bob, offers[0]?.offerId ?? '', walked)
      expect(recipient.actions).toBeLessThanOrEqual(4)
      expect(recipient.hiddenSteps, 'each next step is in view').toEqual([])
      expect(recipient.personS).toBeLessThan(accepting.personS)
      expect(await recipient.undisturbedS()).toBeLessThan(accepting.allS)
      expect(await cast.ownerOf(mine)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
    },
  )
