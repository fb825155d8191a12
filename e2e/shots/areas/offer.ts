import type { Page } from '@playwright/test'
import type { Collection } from '../../fixtures/layDeal.ts'
import { expect } from '../expect.ts'
import type { Area, Shot } from '../Shot.ts'
import type { DemoPerson, Stage } from '../Stage.ts'

interface ListedOffer {
  readonly offerId: string
  readonly creator: string
  readonly recipient: string
  readonly isActive: boolean
  readonly status: string
  readonly expiresAt: string
  readonly myNftCount: number
}

/** Selects one of Alice's offers. */
type Fits = (offer: ListedOffer, now: { readonly nowS: number; readonly alice: string }) => boolean

/** A new world's index may not have the offer yet. */
async function findOffer(stage: Stage, fits: Fits): Promise<string> {
  const alice = stage.addressOf('alice')
  let id = ''
  const look = async () => {
    const response = await fetch(`${stage.world.url}/api/swap-offers/user/${alice}?limit=50`)
    const { offers }: { offers: ListedOffer[] } = await response.json()
    const nowS = Date.now() / 1000
    id = offers.find((offer) => fits(offer, { nowS, alice }))?.offerId ?? ''
    return id
  }
  await expect.poll(look, { message: 'Alice has such an offer' }).not.toBe('')
  return id
}

const isOpen: Fits = (offer, { nowS }) => offer.isActive && Number(offer.expiresAt) > nowS
const isExpired: Fits = (offer, { nowS }) => offer.isActive && Number(offer.expiresAt) <= nowS
const isHers: Fits = (offer, { alice }) => offer.creator === alice
const isToHer: Fits = (offer, { alice }) => offer.recipient === alice
const isLarge: Fits = (offer) => offer.myNftCount > 4
const isCompleted: Fits = (offer) => offer.status === 'completed'
const isReturned: Fits = (offer) => offer.status === 'cancelled'

/** A shot of Alice's first offer that meets every condition. */
function seen(name: string, fits: readonly Fits[], viewer: DemoPerson = 'alice'): Shot {
  return {
    name,
    async reach(stage) {
      const id = await findOffer(stage, (offer, now) => fits.every((fit) => fit(offer, now)))
      const { page } = await stage.arrive(viewer, `/p2p/${id}`)
      return look(page)
    },
  }
}

/** The maximum of twenty per side: five of each collection. */
function fiveOfEach(...four: readonly [Collection, Collection, Collection, Collection]): Collection[] {
  return Array.from({ length: 5 }, () => four).flat()
}

async function look(page: Page): Promise<Page> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Asking the chain')).toHaveCount(0)
  await expect(page.getByText('Fetching the offer')).toHaveCount(0)
  return page
}

export const area: Area = {
  title: 'Offer detail',
  shots: [
    seen('recipient', [isOpen, isToHer]),
    seen('recipient-large', [isOpen, isToHer, isLarge]),
    {
      // Where the slip lies on the table once one has looked through it.
      name: 'recipient-large-further-down',
      extent: 'view',
      widthsPx: [1280],
      async reach(stage) {
        const page = await seen('', [isOpen, isToHer, isLarge]).reach(stage)
        await page.mouse.wheel(0, 500)
        return page
      },
    },
    {
      name: 'recipient-more',
      extent: 'view',
      widthsPx: [390],
      async reach(stage) {
        const page = await seen('', [isOpen, isToHer, isLarge]).reach(stage)
        await page.setViewportSize({ width: 390, height: 844 })
        await page.getByRole('button', { name: 'More about this offer' }).click()
        return page
      },
    },
    {
      name: 'recipient-fullest',
      async reach(stage) {
        const maker = await stage.cast.member(...fiveOfEach('dokyo', 'hoppers', 'steady', 'chikn'))
        const taker = await stage.cast.member(...fiveOfEach('madskullz', 'the-salvors', 'nochillio', 'ferdy-frens'))
        await stage.cast.approve(maker, ...maker.nfts)
        await stage.cast.approve(taker, ...taker.nfts)
        const id = await stage.cast.offer(maker, maker.nfts, taker.nfts)
        const { page, arrive } = await seated(stage, taker.address)
        await arrive(`/p2p/${id}`)
        return look(page)
      },
    },
    seen('creator', [isOpen, isHers]),
    seen('creator-expired', [isExpired, isHers]),
    seen('recipient-expired', [isExpired, isToHer]),
    seen('third-wallet', [isOpen, isToHer], 'deployer'),
    {
      name: 'visitor',
      async reach(stage) {
        const id = await findOffer(stage, isOpen)
        return look(await stage.visit(`/p2p/${id}`))
      },
    },
    seen('completed', [isCompleted]),
    seen('returned', [isReturned]),
    {
      name: 'short-on-approval-and-coin',
      async reach(stage) {
        const maker = await stage.cast.member('dokyo', 'the-salvors')
        const taker = await stage.cast.member('hoppers', 'ferdy-frens')
        await stage.cast.approve(maker, ...maker.nfts)
        const id = await stage.cast.offer(maker, maker.nfts, taker.nfts, 300)
        await stage.world.chain.client.setBalance({ address: taker.address, value: 1n })
        const { page, arrive } = await seated(stage, taker.address)
        await arrive(`/p2p/${id}`)
        return look(page)
      },
    },
    {
      name: 'reading',
      async reach(stage) {
        const id = await findOffer(stage, isOpen)
        const { page } = await stage.arrive('alice', '/help')
        await page.route('**/api/swap-offers/0x*', () => undefined)
        // The document of an offer carries it, so this is seen only on the way from another page.
        await page.evaluate((path) => {
          history.pushState(null, '', path)
          window.dispatchEvent(new PopStateEvent('popstate'))
        }, `/p2p/${id}`)
        await expect(page.getByText('Fetching the offer').first()).toBeVisible()
        return page
      },
    },
    { name: 'malformed-id', reach: async (stage) => look(await stage.visit('/p2p/0x1234')) },
    {
      name: 'not-found',
      async reach(stage) {
        const page = await stage.visit(`/p2p/0x${'7'.repeat(64)}`)
        await expect(page.getByText('Offer not found').first()).toBeVisible()
        return page
      },
    },
  ],
}

async function seated(stage: Stage, account: `0x${string}`) {
  const person = await stage.seat(account)
  return {
    page: person.page,
    async arrive(path: string) {
      await stage.connect(person)
      await person.page.goto(path)
    },
  }
}
