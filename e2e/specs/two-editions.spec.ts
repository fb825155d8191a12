import { swapEscrowAbi } from '@parley/chain'
import { Cast, deployFirstEdition, moveToEscrows, type Member, type World } from '@parley/testkit'
import { ownWorld } from '../fixtures/ownWorld.ts'
import { expect, test as base } from '../fixtures/test.ts'

/** Replaces the escrows and moves time, so it needs its own world. */
const test = base.extend({ world: ownWorld() })

/** The escrow that holds an offer, by the chain. */
async function holderOf({ chain }: World, escrows: readonly `0x${string}`[], { nfts: [nft] }: Member) {
  if (!nft) throw new Error('the cast is short of NFTs')
  const args = [nft.contract, nft.tokenId] as const
  const ask = (address: `0x${string}`) =>
    chain.client.readContract({ address, abi: swapEscrowAbi, functionName: 'custodyOf', args })
  const ids = await Promise.all(escrows.map(ask))
  return escrows[ids.findIndex((id) => BigInt(id) !== 0n)]
}

test.describe('given a world with open offers of the first edition that moves to the second', () => {
  test('old offers are accepted, cancelled and recovered, new ones are made in the second, approvals name theirs', async ({
    world,
    cast,
    seat,
  }) => {
    const [second] = world.deployment.escrows
    if (!second) throw new Error('the world has no escrow')
    const first = await deployFirstEdition(world.chain)
    await moveToEscrows(world, [first])
    const before = new Cast({ ...world, escrow: first.address })
    const [alice, bob] = [await cast.member('dokyo', 'steady', 'hoppers', 'furks'), await cast.member('chikn')]
    const [accepted, cancelled, expired, later] = alice.nfts
    if (!accepted || !cancelled || !expired || !later) throw new Error('the cast is short of NFTs')
    await before.approve(alice, accepted, cancelled, expired)
    const acceptedId = await before.offer(alice, [accepted], bob.nfts)
    await before.offer(alice, [expired], bob.nfts, 300)
    await world.clock.advance(301)
    const cancelledId = await before.offer(alice, [cancelled], bob.nfts)

    await moveToEscrows(world, [second, first])

    const atAlices = await seat(alice.address)
    await atAlices.arrive()
    const { screen, page } = atAlices
    const panel = page.getByRole('region', { name: 'Approvals' })
    await expect(panel).toContainText('For contract 2 of 2')
    await screen.recoverButton.click()
    await screen.answerAlert('Expired offer returned successfully!')
    await screen.open(`/p2p/${cancelledId}`)
    await page.getByRole('button', { name: 'Cancel This Offer', exact: true }).click()
    await screen.answerAlert('Offer cancelled successfully! Your NFT has been returned to your wallet.')
    for (const nft of [cancelled, expired]) expect(await cast.ownerOf(nft)).toBe(alice.address)

    const atBobs = await seat(bob.address)
    await atBobs.visit(`/p2p/${acceptedId}`)
    const checks = atBobs.page
      .getByRole('region', { name: 'Before you accept' })
      .getByRole('listitem')
      .filter({ hasText: 'approved for trading' })
    await expect(checks).toContainText('For contract 1 of 2')
    await atBobs.page
      .getByRole('region', { name: 'Offer', exact: true })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(checks).toContainText('is approved for trading')
    await atBobs.page.getByRole('button', { name: 'Accept This Offer', exact: true }).click()
    await atBobs.screen.answerAlert('Swap completed successfully!')
    expect(await cast.ownerOf(accepted)).toBe(bob.address)

    // The approval for the first escrow gives the second no access.
    await screen.open()
    await screen.recipient.fill(bob.address)
    await screen.pickOwn(later)
    await screen.pickFriends(accepted)
    await screen.approveAll()
    await screen.create()
    await screen.closeSuccess()
    expect(await holderOf(world, [second.address, first.address], { ...alice, nfts: [later] })).toBe(second.address)
    expect(atAlices.complaints).toEqual([])
    expect(atBobs.complaints).toEqual([])
  })
})
