import { decodeFunctionData, parseAbi } from 'viem'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

const creationAbi = parseAbi([
  'function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration) payable returns (bytes32)',
  'function createMultiSwapOffer(address[] tokenAContracts, uint256[] tokenAIds, address[] tokenBContracts, uint256[] tokenBIds, uint256 duration) payable returns (bytes32)',
])

/** The names of the creating calls that a wallet was asked to sign. */
function creations(sent: { data?: string }[]): string[] {
  return sent.flatMap(({ data }) => {
    if (!data?.startsWith('0x')) return []
    try {
      return [decodeFunctionData({ abi: creationAbi, data: `0x${data.slice(2)}` }).functionName]
    } catch {
      // Another call: an approval.
      return []
    }
  })
}

for (const portal of portals)
  test.describe(`given two people with a wallet each, in ${portal.name}`, lengthOf(portal), () => {
    test.use({ portal })

    test('one for one: Alice offers, Bob accepts, and both NFTs have changed hands [says offerAccepted]', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('dokyo')
      const bob = await cast.member('hoppers')
      await cast.approve(alice, ...alice.nfts)
      await cast.approve(bob, ...bob.nfts)
      const [mine] = alice.nfts
      const [theirs] = bob.nfts
      if (!mine || !theirs) throw new Error('the cast is short of NFTs')

      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      await atAlices.screen.recipient.fill(bob.address)
      await atAlices.screen.pickOwn(mine)
      await atAlices.screen.pickFriends(theirs)
      await atAlices.screen.create()
      await atAlices.screen.closeSuccess()
      expect(creations(atAlices.wallet.sentTransactions())).toEqual(['createSwapOffer'])
      await expect(atAlices.screen.cancelButton).toBeVisible()

      const atBobs = await seat(bob.address)
      await atBobs.arrive()
      await atBobs.screen.acceptReceived()

      expect(await cast.ownerOf(mine)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
      await expect(atAlices.screen.cancelButton).toHaveCount(0)
      expect(atAlices.complaints).toEqual([])
      expect(atBobs.complaints).toEqual([])
    })

    test('three for two: the multi call, approvals given on the page, everything moved at once', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('farmland', 'the-salvors', 'madskullz')
      const bob = await cast.member('ferdy-frens', 'steady')

      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      await atAlices.screen.recipient.fill(bob.address)
      await atAlices.screen.pickOwn(...alice.nfts)
      await atAlices.screen.pickFriends(...bob.nfts)
      await atAlices.screen.approveAll()
      await atAlices.screen.create()
      await atAlices.screen.closeSuccess()
      expect(creations(atAlices.wallet.sentTransactions())).toEqual(['createMultiSwapOffer'])

      await cast.approve(bob, ...bob.nfts)
      const atBobs = await seat(bob.address)
      await atBobs.arrive()
      await atBobs.screen.acceptReceived()

      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
      for (const nft of bob.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
    })

    test('the creator cancels, and the NFT is back in the wallet [says offerCancelled]', async ({ cast, seat }) => {
      const alice = await cast.member('chikn')
      const bob = await cast.member('roostr')
      await cast.approve(alice, ...alice.nfts)
      await cast.offer(alice, alice.nfts, bob.nfts)

      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      await atAlices.screen.cancelButton.click()
      await atAlices.screen.answerAlert(portal.words.cancelled)

      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      await expect(atAlices.screen.cancelButton).toHaveCount(0)
    })

    test('an offer made elsewhere appears on both open pages without a reload', async ({ cast, seat }) => {
      const alice = await cast.member('chad-doge')
      const bob = await cast.member('avax-apes')
      await cast.approve(alice, ...alice.nfts)
      const atAlices = await seat(alice.address)
      const atBobs = await seat(bob.address)
      await atAlices.arrive()
      await atBobs.arrive()

      await cast.offer(alice, alice.nfts, bob.nfts)

      await expect(atAlices.screen.cancelButton).toBeVisible()
      await expect(atBobs.screen.acceptButton).toBeVisible()
    })
  })
