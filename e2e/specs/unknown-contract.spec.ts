import type { PageDeployment } from '@parley/testkit'
import { builtOtherwise } from '../fixtures/builtOtherwise.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe('given an offer of an NFT whose contract is on no list of collections', () => {
  test('it is marked as that, has no picture, and has to be confirmed before it is accepted [says confirmUnverified, unknownCollection]', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    const [nft] = alice.nfts
    if (!nft) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const id = await cast.offer(alice, alice.nfts, bob.nfts)
    const at = await seat(bob.address)
    const { page, screen } = at
    // The same deployment without this collection.
    const withoutIt = (built: PageDeployment): PageDeployment => ({
      ...built,
      collections: built.collections.filter(({ address }) => address !== nft.contract),
    })
    await builtOtherwise(world, withoutIt, async () => {
      await at.visit(`/p2p/${id}`)
    })

    const offered = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    await expect(offered.getByRole('img', { name: 'Unverified contract' })).toBeVisible()
    await expect(offered).toContainText('Unknown Collection')
    await expect(offered).toContainText('No Image')
    await expect(offered.locator('img')).toHaveCount(0)
    const accept = page.getByRole('button', { name: 'Accept This Offer', exact: true })
    await accept.click()
    await screen.answerAlert('1 of the NFTs you would receive aren’t of a supported collection.')
    await offered.getByRole('checkbox').check()
    await accept.click()
    await screen.answerAlert('Swap completed successfully!')
    expect(await cast.ownerOf(nft)).toBe(bob.address)
  })
})
