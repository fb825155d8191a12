import type { Page } from '@playwright/test'
import { Cast } from '@parley/testkit'
import { expect, test } from '../fixtures/test.ts'
import { walletName } from '../fixtures/Person.ts'
import { RpcGate } from '../fixtures/RpcGate.ts'
import { asoverse } from '../portals/asoverse.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use({ portal: asoverse })

/** A wallet error that proves that nothing was sent. */
const penniless = { code: -32_000, message: 'insufficient funds for gas * price + value' }

/** Requests to these addresses wait until the returned function is called. */
async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('connecting, and one approval that is given, taken back and refused [says connecting, connectedBadge, ownLoading, approvalChecking, approve, revoke]', async ({
  cast,
  seat,
  world,
}) => {
  const alice = await cast.member('aso')
  const { page, context, screen, wallet } = await seat(alice.address)
  const approve = page.getByRole('button', { name: 'APPROVE ASO NFTS' })
  const revoke = page.getByRole('button', { name: 'REVOKE ASO APPROVAL' })
  const panel = page.getByRole('region', { name: 'Approvals' })

  await screen.open('/asoverse')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ASOVERSE TRADING PORTAL')
  const body = page.locator('body')
  await expect(body).toHaveCSS('background-image', /^url/)
  // On a wide screen the lines of the backdrop end at the button.
  const room = await body.evaluate((element) => getComputedStyle(element).backgroundColor)
  const connect = page.getByRole('banner').getByRole('button', { name: 'CONNECT WALLET' })
  await expect(connect).toHaveCSS('background-color', room)
  const letHoldings = await holdRequests(page, '**/api/holdings/**')
  const letConnect = wallet.hold('eth_requestAccounts')
  await screen.chooseWallet(walletName)
  await expect(page.getByRole('button', { name: 'CONNECTING…' }).first()).toBeVisible()
  // `isApprovedForAll`, held briefly: the page gives up on a request that takes too long.
  const approval = (await RpcGate.before(context, world.chain.url)).hold('eth_call', '0xe985e9c5')
  letConnect()
  await approval.reached
  await expect(panel).toContainText('CHECKING ASO APPROVAL STATUS...')
  approval.release()
  await expect(screen.own).toContainText("LOADING ASO NFT'S...")
  letHoldings()
  await expect(page.getByText('WALLET CONNECTED', { exact: true })).toBeVisible()
  // No line art behind what one reads and types.
  await expect(body).toHaveCSS('background-image', 'none')

  await expect(panel).toContainText('ASO, not approved')
  const letSend = wallet.hold('eth_sendTransaction')
  await approve.click()
  await expect(panel.getByRole('button', { name: 'PROCESSING...' })).toBeVisible()
  letSend()
  await expect(revoke).toBeVisible()
  await expect(panel).toContainText('ASO NFTS ARE APPROVED FOR TRADING.')

  wallet.refuseNext('eth_sendTransaction')
  await revoke.click()
  await screen.seeToast('Transaction was rejected in your wallet')
  wallet.refuseNext('eth_sendTransaction', penniless)
  await revoke.click()
  await screen.seeToast('Failed to update ASO NFT approval status')
  await revoke.click()
  await expect(approve).toBeVisible()

  await page.route(`${world.chain.url}/**`, (route) => route.abort())
  await page.reload()
  await screen.seeToast('Failed to check ASO NFT approval status. Please try again.')
})

test('its look comes with it and goes with it', async ({ cast, seat }) => {
  const { page, screen, complaints } = await seat((await cast.member()).address)
  const table = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--table').trim())
  await screen.open('/p2p')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const general = await table()
  await page.getByRole('link', { name: 'ASOverse' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ASOVERSE TRADING PORTAL')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Marcellus/)
  await expect.poll(table).not.toBe(general)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two people, one table')
  await expect.poll(table).toBe(general)
  await screen.open('/ASOverse')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Marcellus/)
  expect(complaints).toEqual([])
})

test('empty states: no NFTs, no friend, no offers', async ({ cast, seat }) => {
  const alice = await cast.member()
  const bob = await cast.member()
  const { page, screen } = await seat(alice.address)
  await screen.open()
  await screen.connect(walletName)
  await expect(page.getByRole('button', { name: '🎤 JOIN CALL' })).toBeVisible()
  await new VoiceScreen(page).unfold()
  await expect(page.getByText('asoverse-trading', { exact: true })).toBeVisible()
  await expect(screen.own).toContainText("NO ASO NFT'S FOUND.")
  await expect(screen.own).toContainText("CONNECT WALLET WITH ASO NFT'S")
  await expect(screen.friends).toContainText("ENTER FRIEND'S ADDRESS.")
  await expect(screen.sent).toContainText('NO ASO OFFERS CREATED')
  await expect(screen.received).toContainText('NO ASO OFFERS RECEIVED')
  await expect(screen.expired).toContainText('Expired ASO Offers - Recover NFTs')
  await screen.expired.getByText('Expired ASO Offers - Recover NFTs').click()
  await expect(screen.expired).toContainText('NO EXPIRED ASO OFFERS')
  await screen.recipient.fill('0x1234')
  await expect(screen.friends).toContainText('INVALID ETH ADDRESS')
  await screen.recipient.fill(bob.address)
  await expect(screen.friends.getByText("NO ASO NFT'S FOUND", { exact: true })).toBeVisible()
  await expect(screen.friends).toContainText('TRY DIFFERENT ADDRESS')
  await expect(page.getByRole('combobox', { name: 'EXPIRATION' }).getByRole('option')).toHaveText([
    '5 minutes',
    '1 hour',
    '1 day',
    '7 days',
  ])
})

test('a trade from tile to toast, told as a sentence, seen in the general portal too, and accepted the second time [says ownGridTitle, friendGridTitle, create, selected, tileCaption, processing, successShareButton, syncOffers, syncing, forYour, acceptTrade, accepting, acceptFailed, offerAccepted]', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('aso')
  const bob = await cast.member('aso')
  const [mine] = alice.nfts
  const [theirs] = bob.nfts
  if (!mine || !theirs) throw new Error('the cast is short of NFTs')
  await cast.approve(alice, mine)
  await cast.approve(bob, theirs)
  const atAlices = await seat(alice.address)
  const { page, screen, wallet } = atAlices
  await atAlices.arrive()
  await screen.layOut(alice, bob)
  const tile = screen.tile(screen.own, mine)
  await expect(tile).toContainText(`ASO #${mine.tokenId}`)
  await expect(tile).toContainText('SELECTED')

  const letSend = wallet.hold('eth_sendTransaction')
  await screen.create()
  await expect(page.getByRole('button', { name: 'PROCESSING...' })).toBeVisible()
  letSend()
  const modal = page.getByRole('dialog')
  await page.context().route('https://twitter.com/**', (route) => route.fulfill({ body: 'a post to be' }))
  const [tab] = await Promise.all([page.waitForEvent('popup'), modal.getByText('Tweet', { exact: true }).click()])
  await tab.waitForURL(/twitter\.com/)
  expect(tab.url()).toContain('twitter.com/intent/tweet')
  await tab.close()
  await expect(modal).toBeHidden()

  const row = screen.sent.getByRole('article')
  await expect(row).toContainText(`ASO #${mine.tokenId}`)
  await expect(row).toContainText(`ASO #${theirs.tokenId}`)
  await expect(row.getByRole('definition')).toContainText([/^0x[0-9a-f]{8}$/, bob.address.slice(0, 10), /\d\d:\d\d$/])
  const letSync = await holdRequests(page, '**/api/swap-offers/sync')
  await screen.sent.getByRole('button', { name: 'SYNC OFFERS' }).click()
  await expect(screen.sent.getByRole('button', { name: 'SYNCING...' })).toBeVisible()
  letSync()
  await screen.answerAlert(/Sync completed: \d+ created, \d+ reactivated, \d+ deactivated offers\./)
  await page.getByRole('link', { name: 'Swap', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Offers Sent By You' }).getByRole('article')).toHaveCount(1)

  const atBobs = await seat(bob.address)
  await atBobs.arrive()
  const received = atBobs.screen.received.getByRole('article')
  await expect(received).toContainText(new RegExp(`ASO #${mine.tokenId}\\s*For Your\\s*ASO #${theirs.tokenId}`))
  atBobs.wallet.refuseNext('eth_sendTransaction', penniless)
  await atBobs.screen.acceptButton.click()
  await atBobs.screen.confirmAccept()
  await atBobs.screen.answerAlert(/Failed to accept ASO offer: /)
  const letAccept = atBobs.wallet.hold('eth_sendTransaction')
  await atBobs.screen.acceptButton.click()
  await atBobs.screen.confirmAccept()
  await expect(received.getByRole('button', { name: 'Processing...' })).toBeVisible()
  letAccept()
  await atBobs.screen.seeToast('ASO Offer accepted!')
  await atBobs.screen.seeToast('The ASO NFT trade has been completed successfully!')
  expect(await cast.ownerOf(mine)).toBe(bob.address)
})

test(
  'creating and cancelling that fail say so in the portal’s words, and the second time it works [says createFailed, cancelFailed, cancelling, offerCancelled]',
  {
    tag: '@long',
  },
  async ({ cast, seat }) => {
    const alice = await cast.member('aso', 'aso')
    const bob = await cast.member('aso')
    await cast.approve(alice, ...alice.nfts)
    await cast.offer(alice, alice.nfts.slice(0, 1), bob.nfts)
    const atAlices = await seat(alice.address)
    const { screen, wallet } = atAlices
    await atAlices.arrive()

    await screen.recipient.fill(bob.address)
    await screen.pickOwn(...alice.nfts.slice(1))
    await screen.pickFriends(...bob.nfts)
    wallet.refuseNext('eth_sendTransaction', penniless)
    await screen.create()
    await screen.answerAlert(/Failed to create ASO swap offer: /)

    wallet.refuseNext('eth_sendTransaction', penniless)
    await screen.cancelButton.click()
    await screen.answerAlert(/Failed to cancel your ASO offer: /)
    const letCancel = wallet.hold('eth_sendTransaction')
    await screen.cancelButton.click()
    await expect(screen.sent.getByRole('button', { name: 'Cancelling...' })).toBeVisible()
    letCancel()
    await screen.answerAlert('Your ASO offer was cancelled successfully!')
  },
)

test('a link with nothing that ASO trades is refused, and the table left alone [says noValidOwn, noValidFriends]', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('aso')
  const [mine] = alice.nfts
  if (!mine) throw new Error('the cast is short of NFTs')
  const at = await seat(alice.address)
  for (const [query, words] of [
    [`give=dokyo:1`, 'No valid ASO NFTs selected for your side of the trade'],
    [`give=aso:${mine.tokenId}&want=dokyo:1`, "No valid ASO NFTs selected for your friend's side of the trade"],
  ] as const) {
    await at.arrive(`/ASOverse?${query}`)
    await at.screen.answerAlert(words)
    await expect(at.screen.tile(at.screen.own, mine)).toHaveAttribute('aria-selected', 'false')
  }
})

test('an offer that ran out is recovered, and offers of other collections are none of this portal’s [says expiredRow, recoverNfts, recovering]', async ({
  cast,
  seat,
  world,
}) => {
  const alice = await cast.member('aso', 'aso')
  const bob = await cast.member('aso')
  await cast.approve(alice, ...alice.nfts)
  await cast.offer(alice, alice.nfts.slice(0, 1), bob.nfts, 1)
  const mixed = await new Cast(world).member('dokyo')
  await cast.offer(alice, alice.nfts.slice(1), mixed.nfts)
  const { screen, wallet } = await seat(alice.address)
  await screen.open()
  await screen.connect(walletName)
  const row = screen.expired.getByRole('article')
  await expect(row).toContainText('EXPIRED - ASO NFT in escrow')
  await expect(row).toContainText(alice.nfts[0] ? `ASO #${alice.nfts[0].tokenId}` : '')
  await expect(screen.sent).toContainText('NO ASO OFFERS CREATED')
  const letRecover = wallet.hold('eth_sendTransaction')
  await screen.recoverButton.click()
  await expect(screen.expired.getByRole('button', { name: 'Recovering ASO NFT...' })).toBeVisible()
  letRecover()
  await screen.answerAlert('Expired offer returned successfully!')
  await expect(row).toHaveCount(0)
})
