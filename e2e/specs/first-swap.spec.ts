import type { Locator, Page } from '@playwright/test'
import { walletName } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'

/** Counts and photographs a newcomer's actions. The pictures are beside the test's results. */
class Walk {
  private readonly page: Page
  private readonly name: string
  actions = 0

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  /** One press or one paste. */
  async act(what: string, act: Promise<void>): Promise<void> {
    await act
    this.actions += 1
    await this.look(what)
  }

  async look(what: string): Promise<void> {
    const picture = `${this.name}-${this.actions}-${what.replaceAll(' ', '-')}.png`
    await this.page.screenshot({ path: test.info().outputPath(picture) })
  }
}

const connect = (page: Page): Locator => page.getByRole('button', { name: 'CONNECT WALLET' }).first()

for (const { name, widthPx, heightPx, phone } of [
  { name: 'a desktop', widthPx: 1280, heightPx: 900, phone: false },
  { name: 'a phone', widthPx: 390, heightPx: 844, phone: true },
])
  test(
    `a newcomer on ${name} creates an offer in seven actions, and the friend accepts it from a link in four`,
    { tag: '@long' },
    async ({ cast, seat }) => {
      const alice = await cast.member('dokyo', 'steady')
      const bob = await cast.member('hoppers')
      const [mine] = alice.nfts
      const [theirs] = bob.nfts
      if (!mine || !theirs) throw new Error('the cast is short of NFTs')

      const atAlices = await seat(alice.address)
      await atAlices.page.setViewportSize({ width: widthPx, height: heightPx })
      const { page, screen } = atAlices
      const walk = new Walk(page, 'creator')
      await screen.open('/')
      await expect(connect(page)).toBeVisible()
      await walk.look('arrives')
      await walk.act('connects', connect(page).click())
      if (!phone) await walk.act('chooses the wallet', page.getByRole('button', { name: walletName }).click())
      await expect(screen.connectedBadge).toBeVisible()
      await walk.act('picks their own NFT', screen.tile(screen.own, mine).click())
      await walk.act('pastes the address', screen.recipient.fill(bob.address))
      // A phone now shows the friend's side, since the user has chosen an NFT.
      await walk.act('picks the friend’s NFT', screen.tile(screen.friends, theirs).click())
      if (phone) await walk.act('reviews the deal', page.getByRole('button', { name: 'Review deal' }).click())
      const approve = page.getByRole('button', { name: 'Approve Dokyo' })
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await expect(approve, 'the next step is above the fold').toBeInViewport({ ratio: 1 })
      await walk.act('approves', approve.click())
      await expect(page.getByRole('group', { name: /^Approve/ })).toHaveCount(0)
      await walk.act('creates', screen.createButton.filter({ visible: true }).click())
      await expect(page.getByRole('dialog').getByText('Success!')).toBeVisible()
      await walk.look('is done')
      expect(walk.actions).toBeLessThanOrEqual(7)
      expect(await cast.ownerOf(mine)).not.toBe(alice.address)

      const { offers } = await (await page.request.get(`/api/swap-offers/recipient/${bob.address}`)).json()
      const atBobs = await seat(bob.address)
      await atBobs.page.setViewportSize({ width: widthPx, height: heightPx })
      const accepting = new Walk(atBobs.page, 'recipient')
      await atBobs.screen.open(`/p2p/${offers[0].offerId}`)
      await expect(connect(atBobs.page)).toBeVisible()
      await accepting.look('opens the link')
      await accepting.act('connects', connect(atBobs.page).click())
      if (!phone)
        await accepting.act('chooses the wallet', atBobs.page.getByRole('button', { name: walletName }).click())
      const slip = atBobs.page.getByRole('region', { name: 'Offer', exact: true })
      const next = (phone ? atBobs.page : slip).getByRole('button', { name: 'Approve Hoppers' }).last()
      await expect(next, 'the next step is above the fold').toBeInViewport({ ratio: 1 })
      await accepting.act('approves', slip.getByRole('button', { name: 'Approve Hoppers' }).click())
      await expect(slip.getByText('7 of 7 checks pass')).toBeVisible()
      await accepting.act('accepts', slip.getByRole('button', { name: 'Accept This Offer' }).click())
      await atBobs.screen.answerAlert('Swap completed successfully! The NFTs have been exchanged.')
      await accepting.look('is done')
      expect(accepting.actions).toBeLessThanOrEqual(4)
      expect(await cast.ownerOf(mine)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
    },
  )
