import { Cast } from '@parley/testkit'
import { ownWorld } from '../fixtures/ownWorld.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

for (const portal of portals)
  test.describe(portal.name, lengthOf(portal), () => {
    test.use({ portal })

    test('an NFT that changes hands leaves one open page and appears on the other, without a reload', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('dokyo', 'hoppers')
      const bob = await cast.member('steady')
      const [nft] = alice.nfts
      if (!nft) throw new Error('the cast is short of NFTs')
      const atAlices = await seat(alice.address)
      const atBobs = await seat(bob.address)
      await atAlices.arrive()
      await atBobs.arrive()
      await atAlices.screen.recipient.fill(bob.address)
      await expect(atAlices.screen.tile(atAlices.screen.own, nft)).toBeVisible()

      await cast.transfer(alice, bob.address, nft)

      await expect(atBobs.screen.tile(atBobs.screen.own, nft)).toBeVisible()
      await expect(atAlices.screen.tile(atAlices.screen.own, nft)).toHaveCount(0)
      await expect(atAlices.screen.tile(atAlices.screen.friends, nft)).toBeVisible()
    })

    test('a picture that does not come is asked for once more, and then shown as missing [says noImage]', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('dokyo')
      const [nft] = alice.nfts
      if (!nft) throw new Error('the cast is short of NFTs')
      const asked: string[] = []
      const atAlices = await seat(alice.address)
      await atAlices.page.route('**/api/nft/**/image**', (route) => {
        asked.push(route.request().url())
        return route.fulfill({ status: 404, json: { success: false, error: 'none' } })
      })
      await atAlices.arrive()
      const tile = atAlices.screen.tile(atAlices.screen.own, nft)
      await expect(tile).toContainText('No Image')
      // A version that becomes known is another address, which has a second chance of its own.
      const retries = asked.filter((url) => url.includes('retry=1'))
      expect(retries).not.toHaveLength(0)
      expect(new Set(retries).size).toBe(retries.length)
    })
  })

test('a search finds an NFT by the name that its metadata gives it', async ({ cast, seat }) => {
  const alice = await cast.member('dokyo', 'hoppers', 'steady')
  const [nft] = alice.nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  const atAlices = await seat(alice.address)
  await atAlices.arrive()
  const answer = await atAlices.page.request.get(`/api/nft/${nft.contract}/${nft.tokenId}`)
  const { name }: { name: string } = await answer.json()
  const ownName = name.replace(/ #\d+$/, '')
  await expect(atAlices.screen.tile(atAlices.screen.own, nft)).toContainText(ownName)
  await atAlices.screen.own.getByRole('searchbox').fill(ownName.toUpperCase())
  await expect(
    atAlices.screen.own.getByRole('listbox').getByRole('option').filter({ hasNotText: ownName }),
  ).toHaveCount(0)
  await expect(atAlices.screen.tile(atAlices.screen.own, nft)).toBeVisible()
})

/** The server and a collection are taken away, so this test needs a world of its own. */
const lonely = test.extend({ world: ownWorld() })

lonely.describe('given a page whose server is gone', () => {
  lonely(
    'both grids are read from the chain, and a collection that cannot be read is said to be that',
    async ({ world, seat }) => {
      const cast = new Cast(world)
      const alice = await cast.member('dokyo', 'party-animals')
      const bob = await cast.member('hoppers', 'steady')
      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      for (const nft of alice.nfts) await expect(atAlices.screen.tile(atAlices.screen.own, nft)).toBeVisible()
      await atAlices.scriptsLoaded()
      await world.server.stop()
      const steady = world.collections.addressOf('steady')
      const code = await world.chain.client.getCode({ address: steady })
      await world.chain.client.setCode({ address: steady, bytecode: '0x5f5ffd' })

      await atAlices.screen.recipient.fill(bob.address)
      const [hopper, lost] = bob.nfts
      if (!hopper || !lost) throw new Error('the cast is short of NFTs')
      await expect(atAlices.screen.tile(atAlices.screen.friends, hopper)).toBeVisible()
      await expect(atAlices.screen.friends).toContainText('Steady couldn’t be read just now')
      await atAlices.page.getByRole('button', { name: 'refresh my NFTs' }).click()
      await expect(atAlices.screen.own).toContainText('Steady couldn’t be read just now')
      for (const nft of alice.nfts) await expect(atAlices.screen.tile(atAlices.screen.own, nft)).toBeVisible()

      await world.chain.client.setCode({ address: steady, bytecode: code ?? '0x' })
      await atAlices.screen.friends.getByRole('button', { name: /again/i }).click()
      await expect(atAlices.screen.tile(atAlices.screen.friends, lost)).toBeVisible()
      await expect(atAlices.screen.friends).not.toContainText('couldn’t be read')
      await world.server.start()
    },
  )
})
