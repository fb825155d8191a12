import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { walletName } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'

/** Seconds that a newcomer needs to see what is next, before the pointer moves. */
const findingS = 1.2
/** To read a window of the wallet and to answer it. */
const walletS = 2
const scrollingS = 1
/** Fitts's law with the usual constants of a mouse; a thumb is no slower. */
const travelS = (distancePx: number, widthPx: number): number => 0.1 + 0.15 * Math.log2(distancePx / widthPx + 1)

/** A step of the walk, as it is kept beside the pictures. */
interface Step {
  readonly what: string
  /** Modelled: finding, pointer, and the wallet's window. */
  readonly personS: number
  /** Measured: until the page shows what is pressed next. */
  readonly pageS: number
  readonly isInView: boolean
}

/** Counts, times and photographs a newcomer's actions. The pictures and the times are beside the test's results. */
class Walk {
  private readonly page: Page
  private readonly name: string
  private readonly steps: Step[] = []
  private pointer = { x: 0, y: 0 }
  private sinceMs = performance.now()

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  get actions(): number {
    return this.steps.length
  }

  get hiddenSteps(): readonly string[] {
    return this.steps.filter(({ isInView }) => !isInView).map(({ what }) => what)
  }

  get personS(): number {
    return this.steps.reduce((sum, step) => sum + step.personS, 0)
  }

  /** One press or one paste, answered in the wallet if it asks. */
  async act(what: string, target: Locator, { wallet = false, press = () => target.click() } = {}): Promise<void> {
    await expect(target).toBeEnabled()
    const pageS = (performance.now() - this.sinceMs) / 1000
    await this.look(what)
    const box = await target.boundingBox()
    const size = this.page.viewportSize()
    if (!box || !size) throw new Error(`${what} is not on the page`)
    const isInView = box.y >= 0 && box.y + box.height <= size.height
    const to = { x: box.x + box.width / 2, y: Math.min(box.y + box.height / 2, size.height / 2) }
    const distancePx = Math.hypot(to.x - this.pointer.x, to.y - this.pointer.y)
    const movingS = travelS(distancePx, Math.min(box.width, box.height)) + (isInView ? 0 : scrollingS)
    this.steps.push({ what, personS: findingS + movingS + (wallet ? walletS : 0), pageS, isInView })
    this.pointer = to
    this.sinceMs = performance.now()
    await press()
  }

  async look(what: string): Promise<void> {
    const picture = `${this.name}-${this.actions}-${what.replaceAll(' ', '-')}.png`
    await this.page.screenshot({ path: test.info().outputPath(picture) })
  }

  /** Shows the end and keeps the times. */
  async end(): Promise<void> {
    const lastS = (performance.now() - this.sinceMs) / 1000
    await this.look('is done')
    const steps = this.steps.map((step) => ({ ...step, personS: round(step.personS), pageS: round(step.pageS) }))
    const pageS = steps.reduce((sum, step) => sum + step.pageS, lastS)
    const report = {
      actions: this.actions,
      personS: round(this.personS),
      pageS: round(pageS),
      lastS: round(lastS),
      steps,
    }
    await writeFile(test.info().outputPath(`${this.name}.json`), JSON.stringify(report, null, 2))
  }
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100

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
      await screen.open('/')
      const walk = new Walk(page, 'creator')
      await walk.act('connects', connect(page), { wallet: phone })
      if (!phone) await walk.act('chooses the wallet', page.getByRole('button', { name: walletName }), { wallet: true })
      await expect(screen.connectedBadge).toBeVisible()
      // The page begins with the address. On a phone that is the longer way, since the other side is behind a tab.
      const friendsHoldings = page.waitForResponse(`**/api/holdings/${bob.address}*`)
      await walk.act('pastes the address', screen.recipient, { press: () => screen.recipient.fill(bob.address) })
      await friendsHoldings
      await walk.act('picks their own NFT', screen.tile(screen.own, mine))
      if (phone) await walk.act('turns to their side', page.getByRole('tab', { name: screen.words.friendGrid }))
      await walk.act('picks the friend’s NFT', screen.tile(screen.friends, theirs))
      // On a phone the bar asks for it and opens the deal, which is read before it is created.
      await walk.act('approves', page.getByRole('button', { name: 'Approve Dokyo' }), { wallet: true })
      if (phone) await expect(page.getByRole('dialog').getByRole('region', { name: 'YOU GET' })).toBeVisible()
      await expect(page.getByRole('group', { name: /^Approve/ })).toHaveCount(0)
      await walk.act('creates', screen.createButton.filter({ visible: true }), { wallet: true })
      await expect(page.getByRole('dialog').getByText('Success!')).toBeVisible()
      await walk.end()
      expect(walk.actions).toBeLessThanOrEqual(7)
      expect(walk.hiddenSteps, 'each next step is in view').toEqual([])
      // The page and the chain have the rest of thirty seconds.
      expect(walk.personS).toBeLessThan(24)
      expect(await cast.ownerOf(mine)).not.toBe(alice.address)

      const { offers } = await (await page.request.get(`/api/swap-offers/recipient/${bob.address}`)).json()
      const atBobs = await seat(bob.address)
      await atBobs.page.setViewportSize({ width: widthPx, height: heightPx })
      await atBobs.screen.open(`/p2p/${offers[0].offerId}`)
      const accepting = new Walk(atBobs.page, 'recipient')
      await accepting.act('connects', connect(atBobs.page), { wallet: phone })
      if (!phone)
        await accepting.act('chooses the wallet', atBobs.page.getByRole('button', { name: walletName }), {
          wallet: true,
        })
      const slip = atBobs.page.getByRole('region', { name: 'Offer', exact: true })
      if (phone) {
        // Its bar names the step and leads to it.
        const bar = atBobs.page.locator('.offer-bar').getByRole('button', { name: /Approve Hoppers/ })
        await expect(bar, 'the next step is above the fold').toBeInViewport({ ratio: 1 })
        await accepting.act('goes to the approval', bar)
      }
      const approve = slip.getByRole('button', { name: 'Approve Hoppers' })
      await expect(approve).toBeInViewport({ ratio: 1 })
      await accepting.act('approves', approve, { wallet: true })
      await expect(slip.getByText('7 of 7 checks pass')).toBeVisible()
      await accepting.act('accepts', slip.getByRole('button', { name: 'Accept This Offer' }), { wallet: true })
      await atBobs.screen.answerAlert('Swap completed successfully! The NFTs have been exchanged.')
      await accepting.end()
      expect(accepting.actions).toBeLessThanOrEqual(4)
      expect(accepting.hiddenSteps, 'each next step is in view').toEqual([])
      // The page and the chain have the rest of twenty seconds.
      expect(accepting.personS).toBeLessThan(15)
      expect(await cast.ownerOf(mine)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
    },
  )
