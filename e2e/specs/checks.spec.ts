import { standStill } from '../fixtures/standStill.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

test('given no wallet, creating says so and leads to the main page', async ({ cast, seat }) => {
  const alice = await cast.member()
  const atAlices = await seat(alice.address)
  const { page, screen } = atAlices
  // The page redirects to the main page three seconds after loading; the test needs it until then.
  await standStill(page)
  await screen.open('/create-swap-offer')
  const comes = async (): Promise<boolean> => {
    await page.clock.runFor(20)
    return screen.createButton.isVisible()
  }
  await expect.poll(comes, { intervals: [50] }).toBe(true)
  await screen.createAnyway()
  // The code for alerts loads when the page is idle, or half a second later.
  await page.clock.runFor(600)
  await expect(screen.alert).toBeVisible()
  await page.clock.resume()
  await atAlices.screen.answerAlert('Please connect your wallet first')
  await expect(atAlices.page).toHaveURL(/\/p2p$/)
})

test('given twenty NFTs on a side, a twenty-first is refused [says tooMany]', async ({ cast, seat }) => {
  const alice = await cast.member(...Array.from({ length: 21 }, () => 'the-salvors' as const))
  const at = await seat(alice.address)
  const [last, ...laid] = alice.nfts
  if (!last) throw new Error('the cast is short of NFTs')
  await at.arrive(`/p2p?give=${laid.map(({ contract, tokenId }) => `${contract}:${tokenId}`).join(',')}`)
  const deal = at.page.getByRole('group', { name: 'Every item of the deal' })
  await expect(deal.getByRole('listitem')).toHaveCount(20)
  await at.screen.own.getByRole('searchbox').fill(`#${last.tokenId}`)
  await at.screen.pickOwn(last)
  await at.screen.answerAlert('You can only select up to 20 NFTs per side')
  await expect(deal.getByRole('listitem')).toHaveCount(20)
  expect(at.wallet.sentTransactions()).toEqual([])
})

for (const portal of portals)
  test.describe(
    `given a draft in ${portal.name} that lacks something, creating says the first thing that is missing`,
    lengthOf(portal),
    () => {
      test.use({ portal })

      test('nothing of mine, nothing of theirs, no valid address, no approval, an NFT that the wallet no longer lists, a wallet that opens no account any more: one after the other', async ({
        cast,
        seat,
        world,
      }) => {
        const alice = await cast.member('nochillio')
        const bob = await cast.member('nochillio')
        const atAlices = await seat(alice.address)
        await atAlices.arrive()
        const { screen } = atAlices
        await screen.createAnyway()
        await screen.answerAlert(portal.words.selectOwn)

        await screen.pickOwn(...alice.nfts)
        await screen.createAnyway()
        await screen.answerAlert(portal.words.selectFriends)

        await screen.recipient.fill(bob.address)
        await screen.pickFriends(...bob.nfts)
        await screen.recipient.fill(`${bob.address}00`)
        await expect(screen.friends.getByText('INVALID ETH ADDRESS')).toBeVisible()
        await screen.createAnyway()
        await screen.answerAlert("Please enter a valid friend's address")

        // The chosen NFTs stay in the deal when the address is corrected.
        await screen.recipient.fill(bob.address)
        await expect(screen.createButton).not.toHaveAttribute('aria-disabled', 'true')
        await screen.create()
        await screen.answerAlert(portal.words.approveFirst)

        await cast.approve(alice, ...alice.nfts)
        for (const nft of alice.nfts) {
          await cast.transfer(alice, world.wallets.carol.account.address, nft)
          await expect(screen.tile(screen.own, nft)).toHaveCount(0)
        }
        await screen.create()
        await screen.answerAlert(/isn’t in your wallet/)

        atAlices.wallet.lock()
        await screen.create()
        await screen.answerAlert('Wallet connection issue. Please reconnect your wallet.')
        expect(atAlices.wallet.sentTransactions()).toEqual([])
      })

      test('an NFT that has left the wallet', async ({ cast, seat, world }) => {
        const alice = await cast.member('farmland')
        const bob = await cast.member('steady')
        const [nft] = alice.nfts
        if (!nft) throw new Error('the cast is short of NFTs')
        await cast.approve(alice, nft)
        const atAlices = await seat(alice.address)
        // The page gets no event about the transfer: only the chain knows when CREATE is pressed.
        await atAlices.page.route('**/api/events*', (route) => route.abort())
        await atAlices.arrive()
        await atAlices.screen.layOut(alice, bob)

        await cast.transfer(alice, world.wallets.carol.account.address, nft)
        await atAlices.screen.create()

        await atAlices.screen.answerAlert(`${portal.words.notOwned}${nft.tokenId}`)
        expect(atAlices.wallet.sentTransactions()).toEqual([])
      })
    },
  )
