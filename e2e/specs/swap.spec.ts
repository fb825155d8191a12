import { decodeFunctionData, parseAbi } from 'viem'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

const creationAbi = parseAbi([
  'function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration) payable returns (bytes32)',
  'function createMultiSwapOffer(address[] tokenAContracts, uint256[] tokenAIds, address[] tokenBContracts, uint256[] tokenBIds, uint256 duration) payable returns (bytes32)',
])

/** The creating calls that a wallet was asked to sign, by name. */
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

    test('one for one: Alice offers, Bob accepts, both NFTs have changed hands; one made elsewhere appears on both open pages, and she cancels it [says sentTitle, receivedTitle, cancelOffer, offerAccepted, cancelling, offerCancelled]', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('dokyo', 'chikn')
      const bob = await cast.member('hoppers')
      const [mine, later] = alice.nfts
      const [theirs] = bob.nfts
      if (!mine || !later || !theirs) throw new Error('the cast is short of NFTs')
      await cast.approve(alice, ...alice.nfts)
      await cast.approve(bob, theirs)

      const atBobs = await seat(bob.address)
      await atBobs.arrive()
      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      await atAlices.screen.recipient.fill(bob.address)
      await atAlices.screen.pickOwn(mine)
      await atAlices.screen.pickFriends(theirs)
      await atAlices.screen.create()
      await atAlices.screen.closeSuccess()
      expect(creations(atAlices.wallet.sentTransactions())).toEqual(['createSwapOffer'])
      await expect(atAlices.screen.cancelButton).toBeVisible()

      await atBobs.screen.acceptReceived()
      expect(await cast.ownerOf(mine)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
      await expect(atAlices.screen.cancelButton).toHaveCount(0)

      await cast.offer(alice, [later], [mine])
      await expect(atBobs.screen.acceptButton).toBeVisible()
      const letSend = atAlices.wallet.hold('eth_sendTransaction')
      await atAlices.screen.cancelButton.click()
      await expect(atAlices.screen.sent.getByRole('button', { name: 'Cancelling...' })).toBeVisible()
      letSend()
      await atAlices.screen.answerAlert(portal.words.cancelled)
      expect(await cast.ownerOf(later)).toBe(alice.address)
      await expect(atAlices.screen.cancelButton).toHaveCount(0)
      expect(atAlices.complaints).toEqual([])
      expect(atBobs.complaints).toEqual([])
    })

    test('three for two: the multi call, an approval given on the page, everything moved at once', async ({
      cast,
      seat,
    }) => {
      const alice = await cast.member('farmland', 'the-salvors', 'madskullz')
      const bob = await cast.member('ferdy-frens', 'steady')
      // Leaves one to approve on the page; approval-step.spec.ts covers the rest.
      await cast.approve(alice, ...alice.nfts.slice(1))

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
  })
