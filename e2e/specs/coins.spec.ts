import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

const halfCoin = 5n * 10n ** 17n

for (const portal of portals)
  test.describe(`given offers with coins, in ${portal.name}`, lengthOf(portal), () => {
    test.use({ portal })

    test('one buys an NFT for coins on the offer’s page, which says what they pay', async ({ cast, seat, world }) => {
      const [alice, bob] = [await cast.member('dokyo'), await cast.member()]
      await cast.approve(alice, ...alice.nfts)
      const coins = { offeredWei: 0n, requestedWei: halfCoin }
      const id = await cast.offerWithCoins(alice, bob.address, { offered: alice.nfts, requested: [], coins })
      const balance = () => world.chain.client.getBalance({ address: alice.address })
      const before = await balance()
      const at = await seat(bob.address)
      await at.arrive()
      await expect(at.screen.received.getByText('0.5 AVAX')).toBeVisible()
      await at.screen.open(`/p2p/${id}`)
      const slip = at.page.locator('.offer-page .lines').filter({ hasText: 'You pay' })
      await expect(slip).toContainText('0.5 AVAX')
      await at.page.getByRole('button', { name: 'Accept This Offer' }).first().click()
      await at.screen.answerAlert('Swap completed successfully!')
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
      expect((await balance()) - before).toBe(halfCoin)
    })

    test('one takes back coins that were offered for an NFT', async ({ cast, seat, world }) => {
      const [alice, bob] = [await cast.member(), await cast.member('hoppers')]
      const coins = { offeredWei: halfCoin, requestedWei: 0n }
      const id = await cast.offerWithCoins(alice, bob.address, { offered: [], requested: bob.nfts, coins })
      const at = await seat(alice.address)
      await at.arrive()
      await at.screen.open(`/p2p/${id}`)
      await expect(at.page.locator('.offer-page .lines').filter({ hasText: 'You receive' })).toContainText('0.5 AVAX')
      const before = await world.chain.client.getBalance({ address: alice.address })
      await at.page.getByRole('button', { name: 'Cancel This Offer' }).first().click()
      await at.screen.answerAlert(/Offer cancelled successfully|Your offer was cancelled/)
      const after = await world.chain.client.getBalance({ address: alice.address })
      expect(after - before).toBeGreaterThan(halfCoin - 10n ** 17n)
    })
  })
