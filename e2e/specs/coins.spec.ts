import { barriers } from '../fixtures/barriers.ts'
import { pressAt, tabTo } from '../fixtures/keys.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

const halfCoin = 5n * 10n ** 17n

for (const portal of portals)
  test.describe(`given offers with coins, in ${portal.name}`, lengthOf(portal), () => {
    test.use({ portal })

    test('one lays NFTs and coins on both sides, keeps the amounts over a reload, and the other accepts', async ({
      cast,
      seat,
      world,
    }) => {
      const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
      await cast.approve(alice, ...alice.nfts)
      await cast.approve(bob, ...bob.nfts)
      const balance = ({ address }: { address: `0x${string}` }) => world.chain.client.getBalance({ address })
      const at = await seat(alice.address)
      const { page, screen } = at
      await at.arrive()
      const give = page.getByRole('textbox', { name: 'AVAX YOU GIVE' })
      const get = page.getByRole('textbox', { name: 'AVAX YOU GET' })
      await screen.addCoins()
      await tabTo(page, give)
      await page.keyboard.type('1,5')
      await expect(screen.table).toContainText('Use digits and one point only')
      await expect(give).toHaveAttribute('aria-invalid', 'true')
      await pressAt(page, page.getByRole('button', { name: /^Max/ }))
      await expect(give).toHaveValue(/^9\.9\d+$/)
      await give.fill('0.5')
      await tabTo(page, get)
      await page.keyboard.type('0.000000000000000001')
      // What keeps it comes once the page is idle.
      const kept = () => page.evaluate(() => Object.values(sessionStorage).join('\n'))
      await expect.poll(kept).toContain('0.000000000000000001')
      await page.reload()
      await expect(give).toHaveValue('0.5')
      await expect(get).toHaveValue('0.000000000000000001')

      await screen.layOut(alice, bob)
      await expect(screen.table).toContainText('They have 9.99')
      const slip = page.getByRole('region', { name: 'The deal' })
      await expect(slip.getByRole('group', { name: 'Every item of the deal' })).toContainText(/AVAX\s*0\.5/)
      await expect(slip.getByText('You pay').locator('..')).toContainText('0.5 AVAX')
      await expect(slip.getByText('You receive').locator('..')).toContainText('0.000000000000000001 AVAX')
      await expect(slip.locator('.total')).toContainText(/0\.51\d* AVAX/)
      expect(await barriers(page)).toEqual([])
      const before = await balance(alice)
      await screen.create()
      await screen.closeSuccess()
      for (const field of [give, get]) await expect(field).toHaveValue('')
      expect(before - (await balance(alice))).toBeGreaterThan(halfCoin + 10n ** 16n)
      await expect(screen.sent.getByText('0.5 AVAX', { exact: true })).toBeVisible()

      const atBobs = await seat(bob.address)
      await atBobs.arrive()
      await atBobs.screen.acceptReceived()
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
      for (const nft of bob.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      expect(await balance(bob)).toBeGreaterThan(10n ** 19n + halfCoin - 2n * 10n ** 16n)
      expect(at.complaints).toEqual([])
      expect(atBobs.complaints).toEqual([])
    })

    test('one takes back coins that were offered for an NFT', { tag: '@long' }, async ({ cast, seat, world }) => {
      const [alice, bob] = [await cast.member(), await cast.member('hoppers')]
      const coins = { offeredWei: halfCoin, requestedWei: 0n }
      const id = await cast.offerWithCoins(alice, bob.address, { offered: [], requested: bob.nfts, coins })
      const at = await seat(alice.address)
      await at.visit(`/p2p/${id}`)
      await expect(at.page.locator('.offer-page .lines').filter({ hasText: 'You receive' })).toContainText('0.5 AVAX')
      const before = await world.chain.client.getBalance({ address: alice.address })
      await at.page.getByRole('button', { name: 'Cancel This Offer', exact: true }).click()
      await at.screen.answerAlert(/Offer cancelled successfully|Your offer was cancelled/)
      const after = await world.chain.client.getBalance({ address: alice.address })
      expect(after - before).toBeGreaterThan(halfCoin - 10n ** 17n)
    })
  })
