import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { dealToWire } from '@parley/protocol'
import { breakCollection, signInAs } from '@parley/testkit'
import { areInOrder } from '../fixtures/areInOrder.ts'
import { fileWorld } from '../fixtures/fileWorld.ts'
import { expect } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'
import { expectSoundLooks } from '../roles/looks.ts'
import { bell, expectSame, rowOf, signIn } from '../screens/inboxRows.ts'
import { TableScreen } from '../screens/TableScreen.ts'

/** These tests move time and stop the server. */
const inTime = fileWorld()

const hourS = 3_600
const dayS = 86_400
/** The platform fee of a new escrow. */
const feeWei = 10n ** 16n

for (const portal of portals)
  inTime.describe(`given a signed-in wallet in ${portal.name}`, lengthOf(portal), () => {
    inTime.use({ portal })

    inTime('what needs it is in one place until it is settled, on every device', async ({ world, cast, seat }) => {
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

      await inTime.step('the header has the bell, the theme and the wallet in this order', async () => {
        const theme = page.getByRole('banner').getByRole('button', { name: /theme/ })
        await expect(theme).toHaveCount(1)
        const wallet = page.getByRole('banner').getByRole('button', { name: /^Account|0x/ })
        await expect.poll(() => areInOrder([bell(page), theme, wallet], 'x')).toBe(true)
      })

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
        const saved = await download
        expect(saved.suggestedFilename()).toBe('parley-expiry.ics')
        const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n')
        expect(lines[0]).toBe('BEGIN:VCALENDAR')
        expect(lines.filter((line) => line.startsWith('DTSTART:'))).toHaveLength(1)
        expect(lines.filter((line) => line.startsWith('TRIGGER'))).toHaveLength(2)
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
        await expectSame(page, phone.page)
        await phone.page.getByRole('button', { name: 'Mark all as read' }).click()
        await expect(bell(page)).toHaveAccessibleName(/0 unread/)
        await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
      })

      const [atAlices, herPhone] = [await seat(alice.address), await seat(alice.address)]
      const hers = atAlices.page
      // She is signed in on her phone alone: the other browser reads public lists.
      const sameForHer = () => expectSame(hers, herPhone.page)
      await herPhone.visit('/inbox')
      await signIn(herPhone)
      await inTime.step('one press leads to the offer, and accepting settles it on both sides', async () => {
        await atAlices.visit('/inbox')
        await expect(rowOf(hers, /^Your offer expires in/)).toBeVisible()
        await world.clock.advance(dayS - hourS)
        await expect(rowOf(hers, /^Your offer expires in \d+ min/)).toBeVisible()
        await sameForHer()
        await expectSame(page, phone.page)
        await received.getByRole('link', { name: /^Look at it/ }).click()
        await page.waitForURL(`**/p2p/${id}`)
        await page.goBack()
        await cast.callEscrow(bob, 'acceptSwapOffer', [id], feeWei)
        await expect(rowOf(hers, /accepted your offer/)).toBeVisible()
        await expect(page.getByText('All settled. What happened lately is below.')).toBeVisible()
        await sameForHer()
        await expectSame(page, phone.page)
      })

      const act = (row: Locator, label: RegExp) => row.getByRole('link', { name: label })
      await inTime.step('an offer whose NFT has moved is taken back', async () => {
        const left = await cast.offer(alice, [shore], [chick], hourS)
        await cast.transfer(bob, carol.address, chick)
        const moved = rowOf(hers, /An NFT you asked for has moved/)
        await expect(moved).toBeVisible()
        await sameForHer()
        await act(moved, /^Take it back/).click()
        await hers.waitForURL(`**/p2p/${left}`)
        await hers.getByRole('button', { name: 'Cancel This Offer', exact: true }).click()
        await atAlices.screen.answerAlert(/cancelled successfully/)
        expect(await cast.ownerOf(shore)).toBe(alice.address)
        await hers.goto('/inbox')
        await expect(rowOf(hers, /accepted your offer/)).toBeVisible()
        await expect(moved).toHaveCount(0)
        await sameForHer()
      })

      await inTime.step(
        'an offered NFT that its collection takes away is told to both, and each time it goes',
        async () => {
          const taken = await cast.offer(alice, [shore], [mask], hourS)
          const own = rowOf(hers, /^An NFT you offered left the escrow/)
          const offered = (at: Page) => rowOf(at, /^An NFT offered to you left the escrow/)
          const bobs = [page, phone.page]
          await cast.takeOut(shore, carol.address)
          await expect(act(own, /^Take it back/)).toBeVisible()
          for (const at of bobs) await expect(act(offered(at), /^Look at it/)).toBeVisible()
          await sameForHer()
          await expectSame(page, phone.page)
          await phone.page.getByRole('button', { name: 'Mark all as read' }).click()
          for (const at of bobs) await expect(bell(at)).toHaveAccessibleName(/ 0 unread/)
          await own.getByRole('button', { name: /Mark as read/ }).click()
          await expect(own.getByRole('button', { name: /Mark as read/ })).toHaveCount(0)
          const putBack = () => cast.transfer(carol, world.escrow, shore)
          await putBack()
          for (const row of [own, ...bobs.map(offered)]) await expect(row).toHaveCount(0)
          await cast.takeOut(shore, carol.address)
          for (const at of bobs) await expect(bell(at)).toHaveAccessibleName(/ 1 unread/)
          await expect(own.getByRole('button', { name: /Mark as read/ })).toBeVisible()
          await act(offered(page), /^Look at it/).click()
          await page.waitForURL(`**/p2p/${taken}`)
          await page.goBack()
          await act(own, /^Take it back/).click()
          await hers.waitForURL(`**/p2p/${taken}`)
          await putBack()
          await hers.getByRole('button', { name: 'Cancel This Offer', exact: true }).click()
          await atAlices.screen.answerAlert(/cancelled successfully/)
          expect(await cast.ownerOf(shore)).toBe(alice.address)
          await hers.goto('/inbox')
          for (const row of [own, ...bobs.map(offered)]) await expect(row).toHaveCount(0)
        },
      )

      const expired = rowOf(hers, /^Expired, 1 NFT still in escrow/)
      await inTime.step('an offer that expired says what bringing it home costs', async () => {
        await cast.offer(alice, [shore], [chick], hourS)
        await world.clock.advance(hourS + 60)
        await expect(expired.getByText(/about 0\.01\d* AVAX/)).toBeVisible()
        await sameForHer()
        await expectSoundLooks(hers)
        await hers.setViewportSize({ width: 1280, height: 900 })
      })

      await inTime.step('without the server the inbox comes from the chain', async () => {
        await atAlices.scriptsLoaded()
        await world.server.stop()
        await expect(hers.getByText(/Read from the chain through your own connection/)).toBeVisible()
        await expect(expired).toBeVisible()
        await world.server.start()
      })

      await inTime.step('what expired is brought home, and stays as history', async () => {
        await act(expired, /^Bring home/).click()
        await hers.waitForURL('**/escrow')
        await hers.getByRole('button', { name: 'Bring 1 NFT home' }).click()
        await expect(hers.getByText('Nothing of yours is in escrow')).toBeVisible()
        expect(await cast.ownerOf(shore)).toBe(alice.address)
        await hers.goto('/inbox')
        await expect(rowOf(hers, /^Your offer expired/)).toContainText('Your side is back.')
        await expect(act(rowOf(hers, /./), /^Bring home/)).toHaveCount(0)
        await sameForHer()
      })
    })

    inTime(
      'a decline, a return, a stuck NFT and three tables each lead to where they are settled',
      async ({ world, cast, seat }) => {
        const alice = await cast.member('dokyo', 'steady', 'furks', 'farmland')
        const bob = await cast.member('hoppers')
        const carol = await cast.member('chikn')
        const [refused, sentBack, stuck, agreed] = alice.nfts
        const [his] = bob.nfts
        if (!refused || !sentBack || !stuck || !agreed || !his) throw new Error('the cast is short of NFTs')
        await cast.approve(alice, ...alice.nfts)
        await cast.approve(bob, his)
        const [hers, bobs, carols] = [
          await signInAs(world.url, { account: alice }),
          await signInAs(world.url, { account: bob }),
          await signInAs(world.url, { account: carol }),
        ]
        const side = (...nfts: readonly { contract: `0x${string}`; tokenId: bigint }[]) => ({
          nfts: nfts.map(({ contract, tokenId }) => ({ contract, tokenId })),
          wei: 0n,
        })

        const returned = await cast.offer(alice, [sentBack], [his], 300)
        await world.clock.advance(301)
        await cast.callEscrow(bob, 'cancelExpiredOffer', [returned], feeWei)
        const held = await cast.offer(alice, [stuck], [his])
        const mend = await breakCollection(world, stuck.contract)
        await cast.callEscrow(alice, 'cancelSwapOffer', [held])
        await mend()
        const declined = await cast.offer(alice, [refused], [his])
        const decline = () =>
          bobs.client.request('declineOffer', {
            params: { offerId: declined },
            query: { as: bob.address },
            body: { reason: 'not-now', text: '' },
          })
        // The server declines only what it has indexed.
        await expect.poll(() => decline().then(String, String)).not.toMatch(/Error/)
        await bobs.client.request('openTable', {
          query: { as: bob.address },
          body: {
            with: alice.address,
            deal: dealToWire({ opener: side(his), guest: side(agreed), durationMinutes: 60 }),
            note: '',
            isReady: true,
          },
        })
        const withCarol = await hers.client.request('openTable', {
          query: { as: alice.address },
          body: {
            with: carol.address,
            deal: dealToWire({ opener: side(agreed), guest: side(...carol.nfts), durationMinutes: 60 }),
            note: '',
            isReady: true,
          },
        })
        await carols.client.request('declineVersion', {
          params: { tableId: withCarol.table.tableId },
          query: { as: carol.address },
          body: { version: 1, reason: 'not-now', text: '' },
        })

        const at = new TableScreen(await seat(alice.address))
        const { page, screen } = at.person
        await at.person.visit('/inbox')
        await signIn(at.person)
        const act = (title: RegExp, label: RegExp) => rowOf(page, title).getByRole('link', { name: label })
        const back = async () => {
          await page.goto('/inbox')
          await expect(page.getByRole('region', { name: 'Earlier' })).toBeVisible()
        }
        await expect(rowOf(page, /^Your side is back/).getByRole('link', { name: /^View Details/ })).toBeVisible()
        const phone = await seat(alice.address)
        await phone.visit('/inbox')
        await signIn(phone)
        for (const title of [/^Your side is back/, /declined your offer/, /couldn’t be returned/, /declined version 1/])
          await expect(rowOf(phone.page, title)).toBeVisible()
        await expectSame(page, phone.page)

        await inTime.step('a declined offer is taken back', async () => {
          await act(/declined your offer/, /^Take it back/).click()
          await page.waitForURL(`**/p2p/${declined}`)
          await page.getByRole('button', { name: 'Take it back' }).click()
          await screen.answerAlert(/cancelled successfully/)
          expect(await cast.ownerOf(refused)).toBe(alice.address)
          await back()
          await expect(act(/declined your offer/, /^View Details/)).toBeVisible()
          await expectSame(page, phone.page)
        })

        await inTime.step('what could not be returned is claimed', async () => {
          await act(/couldn’t be returned/, /^Claim it/).click()
          await page.waitForURL('**/escrow')
          await page.getByRole('button', { name: 'Claim it' }).click()
          await screen.answerAlert('What was still in escrow has been returned to its owner.')
          expect(await cast.ownerOf(stuck)).toBe(alice.address)
          await back()
          await expect(act(/couldn’t be returned/, /^Claim it/)).toHaveCount(0)
          await expectSame(page, phone.page)
        })

        const unsigned = await seat(alice.address)
        const stuckHere = rowOf(unsigned.page, /couldn’t be returned/)
        await inTime.step('and stays as history where nobody is signed in', async () => {
          await unsigned.visit('/inbox')
          await expect(unsigned.page.getByText('Tables are missing here')).toBeVisible()
          await expect(stuckHere).toBeVisible()
          await expect(stuckHere.getByRole('link', { name: /^Claim it/ })).toHaveCount(0)
        })

        await inTime.step('a declined version is answered with another one', async () => {
          await act(/declined version 1/, /^Answer/).click()
          await page.waitForURL(`**/table/${withCarol.table.tableId}`)
          await at.button('New version').first().click()
          await at.addCoins('0.5')
          await at.propose(2)
          await back()
          await expect(rowOf(page, /declined version 1/)).toHaveCount(0)
          await expectSame(page, phone.page)
        })

        await inTime.step('a counter says what it changed', async () => {
          const deal = {
            opener: { ...side(agreed), wei: 7n * 10n ** 17n },
            guest: side(...carol.nfts),
            durationMinutes: 60,
          } as const
          await carols.client.request('layVersion', {
            params: { tableId: withCarol.table.tableId },
            query: { as: carol.address },
            body: { base: 2, deal: dealToWire(deal), note: '', isReady: true },
          })
          const countered = rowOf(phone.page, /countered, your turn/)
          await expect(countered).toContainText(
            /Version 3\. They asked for 0\.7\d* AVAX instead of 0\.5\d* AVAX from you\./,
          )
          await expectSame(page, phone.page)
        })

        await inTime.step('a proposal is answered, and an agreement locked in', async () => {
          await act(/proposes a deal, your turn/, /^Answer/).click()
          await at.button('I’m ready').click()
          await expect(at.readyTicks).toHaveCount(2)
          const tableId = at.path.slice('/table/'.length)
          await bobs.client.request('passLock', {
            params: { tableId },
            query: { as: bob.address },
            body: { version: 1, locker: 'guest' },
          })
          await back()
          await expect(rowOf(phone.page, /^Agreed, and yours to lock in/)).toBeVisible()
          await expectSame(page, phone.page)
          await act(/^Agreed, and yours to lock in/, /^Lock it in/).click()
          await at.button('Lock it in').last().click()
          await expect(page.getByText('Locked in as an offer, with exactly these terms.').first()).toBeVisible()
          expect(await cast.ownerOf(agreed)).toBe(world.escrow)
          await back()
          await expect(act(/^Agreed, and yours to lock in/, /^Lock it in/)).toHaveCount(0)
          await expectSame(page, phone.page)
        })

        await inTime.step('a table whose NFTs have moved, her own and theirs, is left', async () => {
          // Hers went into escrow with the agreement above.
          for (const nft of carol.nfts) await cast.transfer(carol, bob.address, nft)
          const moved = /^2 NFTs on your table have moved/
          await act(moved, /^Answer/).click()
          await page.waitForURL(`**/table/${withCarol.table.tableId}`)
          await at.button('Leave the table').first().click()
          await page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click()
          await at.button('Open a new table').first().waitFor()
          await back()
          await expect(rowOf(page, moved)).toHaveCount(0)
          await expectSame(page, phone.page)
        })

        await inTime.step('nor is it lost when the server goes away', async () => {
          await world.server.stop()
          await expect(unsigned.page.getByText(/Read from the chain through your own connection/)).toBeVisible()
          await expect(stuckHere).toBeVisible()
          await expect(stuckHere.getByRole('link', { name: /^Claim it/ })).toHaveCount(0)
          await world.server.start()
        })
      },
    )
  })
