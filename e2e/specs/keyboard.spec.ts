import type { Locator } from '@playwright/test'
import type { Cast, Member, OfferId, World } from '@parley/testkit'
import { breakCollection } from '@parley/testkit'
import { pressAt, tabTo } from '../fixtures/keys.ts'
import { walletName, type Person } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

async function connect({ page, screen }: Person): Promise<void> {
  await screen.open()
  await pressAt(page, page.getByRole('main').getByRole('button', { name: /connect wallet/i }))
  await pressAt(page, page.getByRole('button', { name: walletName }).first())
  await expect(screen.connectedBadge).toBeVisible()
}

/** An alert takes the focus, closes on Enter, and returns the focus to where it was. */
async function answer({ page, screen }: Person, text: string): Promise<void> {
  await expect(screen.alert).toContainText(text)
  await expect(screen.alert.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(screen.alert).toBeHidden()
}

/** The next Tab continues from here, not from the top of the page. */
async function isWithin(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** Cancels an offer of one NFT while its collection refuses the return, then repairs the collection. */
async function cancelInVain(world: World, cast: Cast, creator: Member, offerId: OfferId): Promise<void> {
  const contracts = new Set(creator.nfts.map((nft) => nft.contract))
  const mends = await Promise.all([...contracts].map((contract) => breakCollection(world, contract)))
  await cast.callEscrow(creator, 'cancelSwapOffer', [offerId])
  for (const mend of mends) await mend()
}

for (const portal of portals) {
  test.describe(`given ${portal.name} and people who use the keyboard alone`, () => {
    test.use({ portal })
    // Checks the focus at every stop on the way.
    test('Alice creates an offer and Bob accepts it', lengthOf(portal), async ({ cast, seat }) => {
      const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
      await cast.approve(bob, ...bob.nfts)
      const atAlices = await seat(alice.address)
      const { page, screen, complaints } = atAlices
      await connect(atAlices)
      await tabTo(page, screen.recipient)
      await page.keyboard.type(bob.address)

      // Each grid is a listbox with one tab stop: arrows move, space selects.
      const own = screen.own.getByRole('listbox')
      await pressAt(page, own, 'Space')
      await expect(own.getByRole('option', { selected: true })).toHaveCount(1)
      // Changes that don't move the focus are announced.
      await expect(screen.own.locator('[aria-live="polite"]').filter({ hasText: '1' })).toHaveCount(1)
      const friends = screen.friends.getByRole('listbox')
      await pressAt(page, friends, 'Space')
      await expect(friends.getByRole('option', { selected: true })).toHaveCount(1)
      // Selected by first letter or arrows, as in a native list.
      await tabTo(page, page.getByRole('combobox', { name: 'EXPIRATION' }))
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('combobox', { name: 'EXPIRATION' })).toHaveValue('60')

      await pressAt(page, screen.createButton)
      await answer(atAlices, portal.words.approveFirst)
      await expect(screen.createButton).toBeFocused()

      if (portal.only === null) await pressAt(page, page.locator('.approvals summary'))
      await pressAt(page, page.getByRole('button', { name: portal.words.approve }))
      await screen.seeToast('Approved')
      // The hotkey moves to the announcement.
      await page.keyboard.press('F8')
      await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toHaveCount(1)

      await pressAt(page, screen.createButton)
      const success = page.getByRole('dialog').filter({ hasText: 'Your offer was created successfully!' })
      await expect(success).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(success).toBeHidden()
      await expect(screen.createButton).toBeFocused()
      expect(complaints).toEqual([])

      const atBobs = await seat(bob.address)
      await connect(atBobs)
      await pressAt(atBobs.page, atBobs.screen.acceptButton)
      const review = atBobs.page.getByRole('dialog')
      await pressAt(atBobs.page, review.getByRole('button', { name: /accept/i }))
      await atBobs.screen.seeToast(portal.words.accepted[0] ?? '')
      // The offer left the list, and the focus stayed there.
      await expect(atBobs.screen.acceptButton).toHaveCount(0)
      await isWithin(atBobs.screen.received)
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
    })

    test(
      'a creator cancels, recovers, and claims what was left in escrow',
      // The focus stays in the list, as after accepting.
      { tag: '@long' },
      async ({ cast, seat, world }) => {
        const [alice, bob] = [await cast.member('dokyo', 'chikn', 'steady'), await cast.member('hoppers')]
        const [cancelled, expired, stuck] = alice.nfts
        if (!cancelled || !expired || !stuck) throw new Error('the cast is short of NFTs')
        await cast.approve(alice, ...alice.nfts)
        const kept = await cast.offer(alice, [stuck], bob.nfts)
        await cancelInVain(world, cast, alice, kept)
        await cast.offer(alice, [expired], bob.nfts, 1)
        await cast.offer(alice, [cancelled], bob.nfts)
        const atAlices = await seat(alice.address)
        const { page, screen, complaints } = atAlices
        await connect(atAlices)

        // Once its second is over: until then there are two to cancel.
        await expect(screen.recoverButton).toBeVisible()
        await pressAt(page, screen.cancelButton, 'Space')
        await answer(atAlices, portal.words.cancelled)
        await isWithin(screen.sent)
        expect(await cast.ownerOf(cancelled)).toBe(alice.address)

        await pressAt(page, screen.recoverButton)
        await answer(atAlices, 'Expired offer returned successfully!')
        await isWithin(screen.expired)
        expect(await cast.ownerOf(expired)).toBe(alice.address)

        await pressAt(page, screen.expired.getByRole('button', { name: 'Claim what is still in escrow' }))
        await answer(atAlices, 'What was still in escrow has been returned to its owner.')
        await isWithin(screen.expired)
        expect(await cast.ownerOf(stuck)).toBe(alice.address)
        expect(complaints).toEqual([])
      },
    )

    // Their list and its focus are the same as for accepting.
    test('a recipient sends home what has run out', { tag: '@long' }, async ({ cast, seat }) => {
      const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
      await cast.approve(alice, ...alice.nfts)
      await cast.offer(alice, alice.nfts, bob.nfts, 1)
      const atBobs = await seat(bob.address)
      const { page, screen, complaints } = atBobs
      await connect(atBobs)

      await pressAt(page, screen.received.getByRole('button', { name: 'Return Expired' }))
      await answer(atBobs, 'Expired offer returned successfully!')
      await isWithin(screen.received)
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      expect(complaints).toEqual([])
    })
  })
}
