import type { GivenNft, Member } from '@parley/testkit'
import { decodeFunctionData, parseAbi } from 'viem'
import { evilTest as test, schemeOf } from '../fixtures/evilTest.ts'
import { expect } from '../fixtures/test.ts'

const abi = parseAbi([
  'function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)',
  'function cancelSwapOffer(bytes32 offerId)',
])

/** The only call that a wallet was asked to sign. */
function signed(sent: readonly { readonly to?: string; readonly data?: string }[]) {
  const [{ to, data = '0x' } = {}, ...more] = sent
  expect(more).toEqual([])
  return { to: to?.toLowerCase(), ...decodeFunctionData({ abi, data: `0x${data.slice(2)}` }) }
}

function firstOf({ nfts }: Member): GivenNft {
  const [nft] = nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  return nft
}

test.describe('given a server that names another escrow', () => {
  test('the page says so and approves nothing, and what is in escrow can be taken back', async ({
    liars,
    cast,
    seat,
    world,
  }) => {
    const scheme = schemeOf(liars)
    liars.server.tell(scheme, 'names another escrow first', 'names its own endpoint')
    const alice = await cast.member('dokyo', 'steady')
    const bob = await cast.member('hoppers')
    const own = firstOf(alice)
    await cast.approve(alice, own)
    const id = await cast.offer(alice, [own], bob.nfts)
    const at = await seat(alice.address)
    await at.arrive()
    const { page, screen } = at

    const note = page
      .getByRole('alert')
      .filter({ hasText: 'This page and our server disagree about the swap contract.' })
    await expect(note).toContainText(scheme.thief)
    await expect(page.getByRole('contentinfo')).toContainText(`Built for escrow ${world.escrow}`)
    await screen.openApprovals()
    await page.getByRole('button', { name: 'APPROVE NEXT COLLECTION' }).click()
    await screen.answerAlert(`This page was built for the swap contract ${world.escrow}.`)
    expect(at.wallet.sentTransactions()).toEqual([])

    await screen.cancelButton.click()
    await screen.answerAlert('Your offer was cancelled successfully!')
    expect(signed(at.wallet.sentTransactions())).toEqual({
      to: world.escrow.toLowerCase(),
      functionName: 'cancelSwapOffer',
      args: [id],
    })
    expect(await cast.ownerOf(own)).toBe(alice.address)
  })
})

test.describe('given a server that lies about names, pictures, collections, times and what happened', () => {
  test(
    'an offer is made of what the tiles show, on the chain that the page was built for',
    {
      tag: '@long',
    },
    async ({ liars, cast, seat, world }) => {
      const scheme = schemeOf(liars)
      liars.server.tell(
        scheme,
        'names its own endpoint',
        'names its own collections, explorer and coin',
        'calls NFTs by another collection’s name',
        'serves other pictures',
        'counts trades that never were',
        'tells of what never happened, at a time that is not',
      )
      const alice = await cast.member('dokyo')
      const bob = await cast.member('hoppers')
      const [own, wanted] = [firstOf(alice), firstOf(bob)]
      await cast.approve(alice, own)
      const at = await seat(alice.address)
      const { page, screen, wallet } = at
      wallet.useChain(1)
      wallet.refuseNext('wallet_switchEthereumChain', { code: 4902, message: 'Unrecognized chain ID' })
      await at.arrive()

      await page
        .getByRole('button', { name: /switch to avalanche/i })
        .first()
        .click()
      await expect.poll(() => wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')).toBeTruthy()
      const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
      expect(added?.params[0]).toMatchObject({ chainId: '0xa86a', rpcUrls: [world.chain.url] })
      expect(JSON.stringify(added)).not.toMatch(/explorer\.example/)
      // Finds tiles by collection and number.
      await screen.layOut(alice, bob)
      await screen.create()
      await screen.closeSuccess()

      expect(signed(wallet.sentTransactions())).toMatchObject({
        to: world.escrow.toLowerCase(),
        functionName: 'createSwapOffer',
        args: [own.contract, own.tokenId, wanted.contract, wanted.tokenId, 86_400n],
      })
      for (const lie of ['serves other pictures', 'tells of what never happened, at a time that is not'] as const)
        await expect.poll(() => liars.server.told.get(lie) ?? 0, lie).toBeGreaterThan(0)
    },
  )
})
