import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'
import { TableScreen } from '../screens/TableScreen.ts'

const phone = { width: 390, height: 844 }
const halfCoin = 5n * 10n ** 17n
const long = { tag: '@long' }

const seatings = [
  { where: 'one of them on a phone', opener: null },
  { where: 'both on phones', opener: phone },
] as const

for (const [portal, { where, opener }] of portals.flatMap((one) => seatings.map((seating) => [one, seating] as const)))
  test.describe(`given two people at a table, ${where}, in ${portal.name}`, opener ? long : lengthOf(portal), () => {
    test.use({ portal })

    test('they counter each other, agree, lock in and swap, through a lost line, a new server and a reload', async ({
      cast,
      seat,
      world,
    }) => {
      const alice = await cast.member('dokyo', 'chikn')
      const bob = await cast.member('hoppers')
      const [first, second] = alice.nfts
      const [theirs] = bob.nfts
      if (!first || !second || !theirs) throw new Error('the cast is short of NFTs')
      await cast.approve(alice, ...alice.nfts)
      await cast.approve(bob, theirs)
      const sentOf = () =>
        Promise.all([alice, bob].map(({ address }) => world.chain.client.getTransactionCount({ address })))
      const sentBefore = await sentOf()

      const atAlices = new TableScreen(await seat(alice.address))
      const { page } = atAlices.person
      if (opener) await page.setViewportSize(opener)
      await atAlices.arriveNew(bob.address, first, theirs, portal.path === '/p2p' ? undefined : portal.path.slice(1))
      await atAlices.propose()

      const atBobs = new TableScreen(await seat(bob.address))
      const bobsPage = atBobs.person.page
      // Bob was sent the link, and has never been here.
      await bobsPage.setViewportSize(phone)
      await bobsPage.goto(atAlices.path)
      await expect(bobsPage.getByText('Connect the wallet that the link was sent to.')).toBeVisible()
      await expect(bobsPage).toHaveTitle(/^Parley: table$/)
      await bobsPage.getByRole('main').getByRole('button', { name: 'CONNECT WALLET' }).click()
      await atBobs.signIn()
      await atBobs.showsVersion(1)
      await expect(page.getByText(/ is here$/)).toBeVisible()

      // Alice is offline, and another server takes over. Bob counters there, and she gets it once she is back.
      await atAlices.person.context.setOffline(true)
      const another = await world.server.handOver()
      await expect(page.getByText(/^You’re offline/)).toBeVisible()
      await atBobs.button('Counter').click()
      await atBobs.addCoins('0.5')
      await atBobs.button('Counter').click()
      await atBobs.showsVersion(2)
      await atAlices.showsVersion(1)
      await atAlices.person.context.setOffline(false)
      await atAlices.showsVersion(2)
      for (const at of [atAlices, atBobs]) await expect(at.readyTicks).toHaveCount(1)

      // Both are present, so her change is a new version at once. Her stream may come back after the version does.
      await expect(page.getByText(/ is here$/)).toBeVisible()
      await atAlices.pick('own', second)
      await atAlices.showsVersion(3)
      await atBobs.showsVersion(3)
      for (const at of [atAlices, atBobs]) await expect(at.readyTicks).toHaveCount(0)

      // That one is killed, and the first is back.
      await another.kill()
      await world.server.start()
      await atBobs.button('I’m ready').click()
      for (const at of [atAlices, atBobs]) await expect(at.readyTicks).toHaveCount(1)
      await page.reload()
      await atAlices.button('I’m ready').click()
      await expect(atAlices.readyTicks).toHaveCount(2)
      // Nothing so far has cost gas.
      expect(await sentOf()).toEqual(sentBefore)

      await atAlices.lockIn()
      for (const at of [atAlices, atBobs])
        await expect(at.person.page.getByText('Locked in as an offer, with exactly these terms.').first()).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Copy the offer’s link' })).toBeVisible()
      for (const nft of [first, second]) expect(await cast.ownerOf(nft)).toBe(world.escrow)

      await atBobs.button('Compare and accept').click()
      const comparison = bobsPage.getByRole('table', { name: 'What you agreed next to what the offer says' })
      await expect(comparison.getByText('The same', { exact: true })).toHaveCount(5)
      // An hour, as agreed. Without terms it would be a day.
      await expect(comparison.getByRole('row').filter({ hasText: '1 hour' })).toContainText('The same')
      const before = await world.chain.client.getBalance({ address: alice.address })
      await bobsPage.getByRole('button', { name: 'Accept This Offer', exact: true }).click()
      await expect(bobsPage.getByRole('heading', { name: 'Swapped' })).toBeVisible()
      for (const nft of [first, second]) expect(await cast.ownerOf(nft)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
      expect(await world.chain.client.getBalance({ address: alice.address })).toBe(before + halfCoin)
      await expect(atAlices.button('See the swap').last()).toBeVisible()
    })
  })

for (const portal of portals)
  test.describe(`given an offer in escrow, in ${portal.name}`, lengthOf(portal), () => {
    test.use({ portal })

    test('its recipient counters, the creator takes it back and locks the new deal in, over reloads, and they swap', async ({
      cast,
      seat,
      world,
    }) => {
      const alice = await cast.member('dokyo', 'dokyo')
      const bob = await cast.member('hoppers')
      const [first, second] = alice.nfts
      if (!first || !second) throw new Error('the cast is short of NFTs')
      await cast.approve(alice, ...alice.nfts)
      await cast.approve(bob, ...bob.nfts)
      const id = await cast.offer(alice, [first], bob.nfts)

      const atBobs = new TableScreen(await seat(bob.address))
      const bobsPage = atBobs.person.page
      // From the offer's own page, or the portal's list.
      if (portal.path === '/p2p') await atBobs.person.visit(`/p2p/${id}`)
      else await atBobs.person.arrive()
      await bobsPage.getByRole('link', { name: /^Counter/ }).click()
      await atBobs.signIn()
      await atBobs.pick('theirs', second)
      await atBobs.propose(2)

      const atAlices = new TableScreen(await seat(alice.address))
      const { page } = atAlices.person
      await page.setViewportSize(phone)
      await atAlices.arrive(atBobs.path)
      await atAlices.button('I’m ready').click()
      await atAlices.button('Take your earlier offer back').click()
      await atAlices.person.screen.answerAlert(portal.words.cancelled)
      // Between the two transactions, her wallet holds everything.
      expect(await cast.ownerOf(first)).toBe(alice.address)
      await page.reload()
      await expect(page.getByText('Taken back. What you offered is in your wallet.')).toBeVisible()
      const { wallet } = atAlices.person
      const sent = () => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
      const sentBefore = sent()
      await atAlices.lockIn()
      // The new offer is on its way to a block, or the table has not heard of it yet.
      await expect.poll(sent).toBe(sentBefore + 1)
      await page.reload()
      await expect(page.getByText('Locked in as an offer, with exactly these terms.').first()).toBeVisible()
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(world.escrow)

      await atBobs.button('Compare and accept').click()
      await bobsPage.getByRole('button', { name: 'Accept This Offer', exact: true }).click()
      await expect(bobsPage.getByRole('heading', { name: 'Swapped' })).toBeVisible()
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
      for (const nft of bob.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
    })
  })
