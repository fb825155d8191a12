import { breakCollection } from '@parley/testkit'
import { expect, test } from '../fixtures/test.ts'
import { Tracker } from '../screens/Tracker.ts'

test.describe('given a collection that took the offered NFT out of the escrow', () => {
  test('the offer says so, accepting says why it stops, and its creator can cancel it', async ({ cast, seat }) => {
    const [alice, bob, stranger] = [await cast.member('dokyo'), await cast.member('hoppers'), await cast.member()]
    const [nft] = alice.nfts
    if (!nft) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, nft)
    await cast.approve(bob, ...bob.nfts)
    const id = await cast.offer(alice, [nft], bob.nfts)
    const atBobs = await seat(bob.address)
    await cast.takeOut(nft, stranger.address)
    await atBobs.visit(`/p2p/${id}`)

    await expect(
      atBobs.page.getByText('The escrow doesn’t hold everything that is offered any more').first(),
    ).toBeVisible()
    await expect(atBobs.page.getByText('Not in escrow any more')).toBeVisible()
    await expect(atBobs.page.getByText('The offered NFT is held by the escrow')).toHaveCount(0)
    await atBobs.page.getByRole('button', { name: 'Accept This Offer', exact: true }).click()
    await atBobs.screen.answerAlert('Failed to complete the swap. Please try again.')
    expect(atBobs.wallet.sentTransactions()).toEqual([])

    const atAlices = await seat(alice.address)
    await atAlices.visit(`/p2p/${id}`)
    await atAlices.page.getByRole('button', { name: 'Cancel This Offer', exact: true }).click()
    await atAlices.screen.answerAlert(/The offer is closed|Offer cancelled successfully/)
  })
})

test('an approval is given and taken back, each told by name; SYNC OFFERS tells what came of it, and a refusal of the server from its silence [says approvalAdvanced, approveNext, approve, revoke, approvalDone, revokeDone, syncing, syncDone, syncFailed, syncError]', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('dokyo')
  const person = await seat(alice.address)
  await person.arrive()
  const { page, screen } = person
  await screen.openApprovals()
  await expect(page.getByRole('button', { name: 'APPROVE NEXT COLLECTION' })).toBeVisible()
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: 'APPROVE Dokyo' }).click()
  await screen.seeToast('Dokyo can be traded now.')
  await page.getByRole('button', { name: 'REVOKE Dokyo' }).click()
  await screen.seeToast('The swap contract can no longer move your Dokyo NFTs.')

  const path = '**/api/swap-offers/sync'
  const sync = screen.sent.getByRole('button', { name: 'SYNC OFFERS' })
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held.promise
    await route.continue()
  })
  await sync.click()
  await expect(screen.sent.getByRole('button', { name: 'SYNCING...' })).toBeVisible()
  held.resolve()
  // The counts vary, since the tests share a chain.
  await screen.answerAlert(/Sync completed: \d+ created, \d+ reactivated, \d+ deactivated offers\./)
  await page.unroute(path)
  await page.route(path, (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'the chain is away' } }),
  )
  await sync.click()
  await screen.answerAlert('Sync failed: 503: the chain is away')
  await page.unroute(path)
  await page.route(path, (route) => route.abort())
  await sync.click()
  await screen.answerAlert('Error syncing offers: ')
})

test.describe('given an offer that is accepted', () => {
  test('it is done also where the records do not follow [says acceptedUnrecorded]', async ({ cast, seat }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    await cast.offer(alice, alice.nfts, bob.nfts)
    const person = await seat(bob.address)
    await person.arrive()
    const { page, screen } = person
    await page.route('**/api/swap-offers/0x*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { success: false, error: 'out of order' } })
        : route.fallback(),
    )
    await screen.received.getByRole('button', { name: 'Accept Trade' }).click()
    await screen.confirmAccept()
    await screen.seeToast('Offer accepted on blockchain')
    for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
  })
})

test.describe('given an offer that its creator cancels', () => {
  test('a collection that does not let go keeps its NFT in escrow until it does [says returnIncomplete, claimIncomplete, claimed]', async ({
    world,
    cast,
    seat,
  }) => {
    const [alice, bob] = [await cast.member('dokyo', 'steady', 'chikn'), await cast.member('hoppers')]
    const [first, second, free] = alice.nfts
    if (!first || !second || !free) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, ...alice.nfts)
    await cast.offer(alice, alice.nfts, bob.nfts)
    const person = await seat(alice.address)
    await person.arrive()
    const { screen } = person
    const mends = await Promise.all([first, second].map((nft) => breakCollection(world, nft.contract)))
    const [mendFirst, mendSecond] = mends
    const claim = screen.expired.getByRole('button', { name: 'Claim what is still in escrow' })
    try {
      await screen.sent.getByRole('button', { name: 'Cancel Offer' }).click()
      await screen.answerAlert('The offer is closed, but the collection didn’t let go of 2 of your NFTs.')
      expect(await cast.ownerOf(free)).toBe(alice.address)
      await expect(screen.expired.getByText('Still in escrow', { exact: true })).toBeVisible()

      await mendFirst?.()
      await claim.click()
      await screen.answerAlert('The collection still doesn’t let go of 1 of the NFTs.')
      expect(await cast.ownerOf(first)).toBe(alice.address)

      await mendSecond?.()
      await claim.click()
      await screen.answerAlert('What was still in escrow has been returned to its owner.')
      expect(await cast.ownerOf(second)).toBe(alice.address)
    } finally {
      await Promise.all(mends.map((mend) => mend()))
    }
  })
})

test('an approval of a collection that is slow to confirm is not called a failure [says approvalMayBeProcessing]', async ({
  world,
  cast,
  seat,
}) => {
  const { blocks } = world.chain
  const alice = await cast.member('the-face-1966')
  const person = await seat(alice.address)
  await person.page.clock.install()
  await person.arrive()
  await person.screen.openApprovals()
  const approve = person.page.getByRole('button', { name: 'APPROVE NEXT COLLECTION' })
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true')
  // Mining stops.
  await blocks.pause()
  try {
    await approve.click()
    // From here on the page waits up to two minutes for a block.
    await expect(new Tracker(person.page).line).toContainText('Sent. Waiting for the network.')
    await person.page.clock.fastForward(125_000)
    await person.screen.seeToast('Transaction May Be Processing')
  } finally {
    blocks.resume()
  }
})
