import type { Page } from '@playwright/test'
import { fileWorld } from '../fixtures/fileWorld.ts'
import type { Person } from '../fixtures/Person.ts'
import { expect } from '../fixtures/test.ts'
import { expectSoundLooks } from '../roles/looks.ts'

/** These tests move time and stop the server. */
const inTime = fileWorld()

const hourS = 3_600
const dayS = 86_400
/** The platform fee of a new escrow. */
const feeWei = 10n ** 16n

const rowOf = (page: Page, title: RegExp) => page.getByRole('main').getByRole('article', { name: title })

async function signIn({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await expect(page.getByText(/^Signed in until/)).toBeVisible()
}

/** The label of the header's bell. */
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })

inTime('what needs a wallet is in one place until it is settled, on every device', async ({ world, cast, seat }) => {
  const alice = await cast.member('dokyo', 'steady')
  const bob = await cast.member('hoppers', 'chikn')
  const carol = await cast.member()
  const [mask, shore] = alice.nfts
  const [hopper, chick] = bob.nfts
  if (!mask || !shore || !hopper || !chick) throw new Error('the cast is short of NFTs')
  await cast.approve(alice, mask, shore)
  await cast.approve(bob, hopper)

  const desk = await seat(bob.address)
  await desk.visit('/inbox')
  const { page } = desk
  await expect(page.getByText('Nothing needs you')).toBeVisible()
  await expectSoundLooks(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  const id = await cast.offer(alice, [mask], [hopper], 2 * dayS)
  const received = rowOf(page, /made you an offer/)
  await inTime.step('without a session the browser derives it, and says that tables are missing', async () => {
    await expect(received).toBeVisible()
    await expect(page.getByText('Tables are missing here')).toBeVisible()
    await expect(page).toHaveTitle(/^\(1\)/)
    await expect(bell(page)).toHaveAccessibleName('Inbox: 1 needs you, 1 unread')
    await received.getByRole('button', { name: /Mark as read/ }).click()
    await expect(page).toHaveTitle(/^Parley/)
    await expect(bell(page)).toHaveAccessibleName('Inbox: 1 needs you, 0 unread')
  })

  await inTime.step('its expiry goes into a calendar', async () => {
    const download = page.waitForEvent('download')
    await received.getByRole('button', { name: 'Add to calendar' }).click()
    expect((await download).suggestedFilename()).toBe('parley-expiry.ics')
  })

  const phone = await seat(bob.address)
  await inTime.step('signed in, another device shows the same, and reading on one clears the other', async () => {
    await signIn(desk)
    await phone.visit('/inbox')
    await signIn(phone)
    // It was read on the desktop before signing in.
    for (const at of [page, phone.page]) await expect(bell(at)).toHaveAccessibleName('Inbox: 1 needs you, 0 unread')
    await world.clock.advance(dayS + 60)
    for (const at of [page, phone.page]) {
      await expect(rowOf(at, /An offer to you expires in/)).toBeVisible()
      await expect(bell(at)).toHaveAccessibleName(/1 unread/)
    }
    await phone.page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(page)).toHaveAccessibleName(/0 unread/)
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  })

  const atAlices = await seat(alice.address)
  const hers = atAlices.page
  await inTime.step('one press leads to the offer, and accepting settles it on both sides', async () => {
    await atAlices.visit('/inbox')
    await expect(rowOf(hers, /^Your offer expires in/)).toBeVisible()
    await world.clock.advance(dayS - hourS)
    await expect(rowOf(hers, /^Your offer expires in \d+ min/)).toBeVisible()
    await received.getByRole('link', { name: /^Look at it/ }).click()
    await page.waitForURL(`**/p2p/${id}`)
    await page.goBack()
    await cast.callEscrow(bob, 'acceptSwapOffer', [id], feeWei)
    await expect(rowOf(hers, /accepted your offer/)).toBeVisible()
    await expect(page.getByText('All settled. What happened lately is below.')).toBeVisible()
  })

  await inTime.step('an NFT that moved, and an offer that expired, lead to what is still in escrow', async () => {
    await cast.offer(alice, [shore], [chick], hourS)
    await cast.transfer(bob, carol.address, chick)
    await hers.reload()
    await expect(rowOf(hers, /An NFT you asked for has moved/)).toBeVisible()
    await world.clock.advance(hourS + 60)
    await expect(rowOf(hers, /^Expired, 1 NFT still in escrow/).getByText(/about 0\.01\d* AVAX/)).toBeVisible()
    await expectSoundLooks(hers)
    await hers.setViewportSize({ width: 1280, height: 900 })
  })

  await inTime.step('without the server the inbox comes from the chain', async () => {
    await world.server.stop()
    await expect(hers.getByText(/Read from the chain through your own connection/)).toBeVisible()
    await expect(rowOf(hers, /^Expired, 1 NFT still in escrow/)).toBeVisible()
    await world.server.start()
  })
})
