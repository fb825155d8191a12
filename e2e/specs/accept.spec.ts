import { erc721Abi } from '@parley/chain'
import { encodeFunctionData } from 'viem'
import { expect, test } from '../fixtures/test.ts'

test.describe('given an offer whose recipient has approved nothing', () => {
  test('the list’s dialog names the collection, approves it, and accepts [says acceptTrade, accepting, offerAccepted]', async ({
    cast,
    seat,
    world,
  }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    await cast.offer(alice, alice.nfts, bob.nfts)
    const person = await seat(bob.address)
    await person.arrive()
    const { page, screen, wallet } = person
    await screen.acceptButton.click()
    const dialog = page.getByRole('dialog', { name: 'Before you accept' })
    await expect(dialog.getByText('Checked on chain', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('status').getByText('Hoppers isn’t approved for trading')).toBeVisible()
    expect(wallet.sentTransactions()).toEqual([])

    await dialog.getByRole('button', { name: 'Approve Hoppers' }).click()
    await expect(dialog.getByText('7 of 7 checks pass')).toBeVisible()
    const onlyThose = bob.nfts.map(({ tokenId }) =>
      encodeFunctionData({ abi: erc721Abi, functionName: 'approve', args: [world.escrow, tokenId] }),
    )
    expect(wallet.sentTransactions().map(({ data }) => data)).toEqual(onlyThose)
    const letSend = wallet.hold('eth_sendTransaction')
    await dialog.getByRole('button', { name: 'Accept Trade' }).click()
    await expect(screen.received.getByRole('button', { name: 'Processing...' })).toBeVisible()
    letSend()

    await screen.seeToast('Offer accepted!')
    for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
  })
})

test.describe('given an offer page that read who owns what', () => {
  test('a requested NFT that left since then stops the accepting [says notOwned]', async ({ cast, seat, world }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    const [nft] = bob.nfts
    if (!nft) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, nft)
    const id = await cast.offer(alice, alice.nfts, [nft])
    const person = await seat(bob.address)
    const { page, screen, wallet } = person
    await page.route('**/api/events*', (route) => route.abort())
    await person.visit(`/p2p/${id}`)
    const slip = page.getByRole('region', { name: 'Offer', exact: true })
    await expect(slip.getByText('7 of 7 checks pass')).toBeVisible()

    await cast.transfer(bob, world.wallets.carol.account.address, nft)
    await slip.getByRole('button', { name: 'Accept This Offer' }).click()

    await screen.seeToast("Cannot accept offer: You don't own the requested NFT or you created this offer")
    expect(wallet.sentTransactions()).toEqual([])
  })
})

test.describe('given a completed swap', () => {
  test('its page, which said what one pays in coins, shows what each of the two has now, and leads to the next trade of the two', async ({
    cast,
    seat,
    world,
  }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const halfCoin = 5n * 10n ** 17n
    const coins = { offeredWei: 0n, requestedWei: halfCoin }
    const id = await cast.offerWithCoins(alice, bob.address, { offered: alice.nfts, requested: bob.nfts, coins })
    const balance = () => world.chain.client.getBalance({ address: alice.address })
    const before = await balance()
    const atBobs = await seat(bob.address)
    await atBobs.page.setViewportSize({ width: 390, height: 844 })
    await atBobs.visit(`/p2p/${id}`)
    await expect(atBobs.page.locator('.offer-page .lines').filter({ hasText: 'You pay' })).toContainText('0.5 AVAX')
    await atBobs.page.getByRole('button', { name: 'Accept This Offer', exact: true }).click()
    await atBobs.screen.answerAlert('Swap completed successfully! The NFTs have been exchanged.')
    for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
    expect((await balance()) - before).toBe(halfCoin)

    const { page, screen } = atBobs
    // The button was far below it.
    await expect(page.getByRole('heading', { name: 'Swapped' })).toBeInViewport()
    await expect(page.getByText('This swap is complete.')).toBeVisible()
    const table = page.getByRole('region', { name: 'The offer on the table' })
    await expect(table.getByRole('heading', { name: 'Now yours' })).toBeVisible()
    await expect(table.getByRole('heading', { name: 'Now theirs' })).toBeVisible()
    await expect(table.getByText('In your wallet')).toBeVisible()
    const slip = page.getByRole('region', { name: 'The deal' })
    await expect(slip).toContainText(alice.address)
    await expect(slip.getByText('Transaction')).toBeVisible()
    await expect(slip.getByRole('button', { name: 'Copy link' })).toBeVisible()

    await slip.getByRole('button', { name: /^Trade again with 0x/ }).click()
    await expect(screen.recipient).toHaveValue(alice.address)

    const atCarols = await seat(world.wallets.carol.account.address)
    await atCarols.visit(`/p2p/${id}`)
    await expect(atCarols.page.getByRole('heading', { name: 'Now the recipient’s' })).toBeVisible()
    await expect(atCarols.page.getByRole('button', { name: /^Trade again/ })).toHaveCount(0)
  })
})
