import { erc721Abi } from '@parley/chain'
import { SmartAccountWallet } from '@parley/testkit'
import { decodeFunctionData, isHex } from 'viem'
import { expect, test } from '../fixtures/test.ts'

/** The approval calls, in the order of signing. */
function approvals(sent: readonly { data?: string }[]) {
  return sent.flatMap(({ data }) => {
    if (!isHex(data)) return []
    try {
      return [decodeFunctionData({ abi: erc721Abi, data })]
    } catch {
      // A call of the escrow.
      return []
    }
  })
}

test.describe('given a deal whose collections are not approved', () => {
  test('approving is the first step in the slip: only the NFT of the deal, then the offer is created [says approvalPanel, approvalSecurity, processing, successTitle, successText, successShare, successClose]', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo', 'dokyo')
    const bob = await cast.member('hoppers')
    const [nft] = alice.nfts
    if (!nft) throw new Error('the cast is short of NFTs')
    const at = await seat(alice.address)
    await at.arrive()
    const { page, screen } = at
    const slip = page.getByRole('region', { name: 'The deal' })
    await expect(slip.getByRole('group', { name: /^Approve/ })).toHaveCount(0)
    await screen.layOut({ ...alice, nfts: [nft] }, bob)
    const step = slip.getByRole('group', { name: 'Approve Dokyo Step 1 of 2' })
    await expect(step.getByRole('radio', { name: 'Only this NFT' })).toBeChecked()
    for (const choice of await step.getByRole('radio').all()) await expect(choice).toHaveAccessibleName(/≈ 0\.\d+ AVAX/)
    await step.getByRole('button', { name: 'Approve Dokyo' }).click()
    await expect(step).toHaveCount(0)
    await screen.seeToast(`Dokyo #${nft.tokenId} can be traded now.`)
    await expect(screen.createButton).toBeFocused()
    const panel = await screen.openApprovals()
    await expect(panel).toContainText('APPROVE COLLECTIONS FOR TRADING BEFORE CREATING OR ACCEPTING SWAP OFFERS.')
    await expect(panel).toContainText('For security, you can revoke approvals when done trading.')
    const letSend = at.wallet.hold('eth_sendTransaction')
    await screen.create()
    await expect(page.getByRole('button', { name: 'PROCESSING...' })).toBeVisible()
    letSend()
    await screen.closeSuccess()
    expect(approvals(at.wallet.sentTransactions())).toEqual([
      { functionName: 'approve', args: [world.escrow, nft.tokenId] },
    ])
    expect(await cast.ownerOf(nft)).toBe(world.escrow)
    expect(at.complaints).toEqual([])
  })

  const follow = 'the whole collection is the default from three NFTs on, and one collection follows the other'
  test(follow, { tag: '@long' }, async ({ cast, seat, world }) => {
    const alice = await cast.member('dokyo', 'dokyo', 'dokyo', 'steady', 'steady')
    const bob = await cast.member('hoppers')
    const at = await seat(alice.address)
    await at.arrive()
    const { page, screen } = at
    await screen.layOut(alice, bob)
    const slip = page.getByRole('region', { name: 'The deal' })
    const first = slip.getByRole('group', { name: 'Approve Dokyo Step 1 of 3' })
    await expect(first.getByRole('radio', { name: 'The whole collection' })).toBeChecked()
    await first.getByRole('button', { name: 'Approve Dokyo' }).click()
    const second = slip.getByRole('group', { name: 'Approve Steady Step 2 of 3' })
    await expect(second.getByRole('radio', { name: 'Only these 2 NFTs' })).toBeChecked()
    await second.getByRole('button', { name: 'Approve Steady' }).click()
    await expect(slip.getByRole('group', { name: /^Approve/ })).toHaveCount(0)
    const steady = alice.nfts.filter(({ collectionName }) => collectionName === 'Steady')
    expect(approvals(at.wallet.sentTransactions())).toEqual([
      { functionName: 'setApprovalForAll', args: [world.escrow, true] },
      ...steady.map(({ tokenId }) => ({ functionName: 'approve', args: [world.escrow, tokenId] })),
    ])
    // Approvals of single NFTs are revoked one by one.
    const panel = await screen.openApprovals()
    await panel.getByRole('button', { name: 'Advanced' }).click()
    await panel.getByRole('button', { name: 'REVOKE Steady' }).click()
    await expect(slip.getByRole('group', { name: 'Approve Steady Step 2 of 3' })).toBeVisible()
    const last = () => approvals(at.wallet.sentTransactions()).slice(-2)
    await expect
      .poll(last)
      .toEqual(steady.map(({ tokenId }) => ({ functionName: 'approve', args: [`0x${'0'.repeat(40)}`, tokenId] })))
  })
})

test.describe('given two smart accounts, whose wallets sign several calls together', () => {
  test('each is asked once: for approvals and offer, and for approval and swap', async ({ cast, seat, world }) => {
    const alice = await cast.member('dokyo', 'steady')
    const bob = await cast.member('hoppers')
    const [wanted] = bob.nfts
    if (!wanted) throw new Error('the cast is short of NFTs')
    const alicesWallet = await SmartAccountWallet.open(world, alice.address)
    const atAlices = await seat(alice.address, alicesWallet)
    await atAlices.arrive()
    await atAlices.screen.layOut(alice, bob)
    const slip = atAlices.page.getByRole('region', { name: 'The deal' })
    await expect(
      slip.getByText('Your wallet approves these 2 NFTs and creates the offer in one signature.'),
    ).toBeVisible()
    await expect(slip.getByRole('group', { name: /^Approve/ })).toHaveCount(0)
    await atAlices.screen.create()
    await atAlices.screen.closeSuccess()
    const received = async () => {
      const answer = await atAlices.page.request.get(`/api/swap-offers/recipient/${bob.address}`)
      const { offers }: { offers: readonly { readonly offerId: string }[] } = await answer.json()
      return offers.map(({ offerId }) => offerId)
    }
    // The dialog may come before the server has read the offer's block.
    await expect.poll(received).toHaveLength(1)
    const [offerId] = await received()

    const bobsWallet = await SmartAccountWallet.open(world, bob.address)
    const atBobs = await seat(bob.address, bobsWallet)
    await atBobs.visit(`/p2p/${offerId}`)
    await expect(atBobs.page.getByText('7 of 7 checks pass').first()).toBeVisible()
    await atBobs.page.getByRole('button', { name: 'Accept This Offer', exact: true }).click()
    await atBobs.screen.answerAlert('Swap completed successfully! The NFTs have been exchanged.')
    await expect(atBobs.page.getByRole('heading', { name: 'Swapped' })).toBeVisible()

    for (const { wallet } of [atAlices, atBobs]) expect(wallet.sentTransactions()).toEqual([])
    expect([alicesWallet, bobsWallet].map((wallet) => wallet.sentBatches().map(({ length }) => length))).toEqual([
      [3],
      [2],
    ])
    for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
    expect(await cast.ownerOf(wanted)).toBe(alice.address)
    expect([...atAlices.complaints, ...atBobs.complaints]).toEqual([])
  })
})
