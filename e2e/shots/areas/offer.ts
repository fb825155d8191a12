import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'
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

async function findOffer(
  stage: Stage,
  of: DemoPerson,
  fits: (offer: ListedOffer, nowS: number) => boolean,
): Promise<string> {
  const response = await fetch(`${stage.world.url}/api/swap-offers/user/${stage.addressOf(of)}?limit=50`)
  const { offers }: { offers: ListedOffer[] } = await response.json()
  const nowS = Date.now() / 1000
  const found = offers.find((offer) => fits(offer, nowS))
  if (!found) throw new Error(`${of} has no such offer`)
  return found.offerId
}

const isOpen = (offer: ListedOffer, nowS: number) => offer.isActive && Number(offer.expiresAt) > nowS
const isExpired = (offer: ListedOffer, nowS: number) => offer.isActive && Number(offer.expiresAt) <= nowS

async function look(page: Page): Promise<Page> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Asking the chain')).toHaveCount(0)
  await expect(page.getByText('Fetching the offer')).toHaveCount(0)
  return page
}

async function asked(stage: Stage, viewer: DemoPerson, offerId: string): Promise<Page> {
  const { page } = await stage.arrive(viewer, `/p2p/${offerId}`)
  return look(page)
}

export const area: Area = {
  title: 'Offer detail',
  shots: [
    {
      name: 'recipient',
      async reach(stage) {
        const me = stage.addressOf('alice')
        const id = await findOffer(stage, 'alice', (offer, nowS) => isOpen(offer, nowS) && offer.recipient === me)
        return asked(stage, 'alice', id)
      },
    },
    {
      name: 'recipient-large',
      async reach(stage) {
        const me = stage.addressOf('alice')
        const id = await findOffer(
          stage,
          'alice',
          (offer, nowS) => isOpen(offer, nowS) && offer.recipient === me && offer.myNftCount > 4,
        )
        return asked(stage, 'alice', id)
      },
    },
    {
      name: 'creator',
      async reach(stage) {
        const me = stage.addressOf('alice')
        const id = await findOffer(stage, 'alice', (offer, nowS) => isOpen(offer, nowS) && offer.creator === me)
        return asked(stage, 'alice', id)
      },
    },
    {
      name: 'creator-expired',
      async reach(stage) {
        const me = stage.addressOf('alice')
        const id = await findOffer(stage, 'alice', (offer, nowS) => isExpired(offer, nowS) && offer.creator === me)
        return asked(stage, 'alice', id)
      },
    },
    {
      name: 'recipient-expired',
      async reach(stage) {
        const me = stage.addressOf('alice')
        const id = await findOffer(stage, 'alice', (offer, nowS) => isExpired(offer, nowS) && offer.recipient === me)
        return asked(stage, 'alice', id)
      },
    },
    {
      name: 'third-wallet',
      async reach(stage) {
        const me = stage.addressOf('alice')
        const id = await findOffer(stage, 'alice', (offer, nowS) => isOpen(offer, nowS) && offer.recipient === me)
        return asked(stage, 'deployer', id)
      },
    },
    {
      name: 'visitor',
      async reach(stage) {
        const id = await findOffer(stage, 'alice', isOpen)
        return look(await stage.visit(`/p2p/${id}`))
      },
    },
    {
      name: 'completed',
      async reach(stage) {
        const id = await findOffer(stage, 'alice', (offer) => offer.status === 'completed')
        return asked(stage, 'alice', id)
      },
    },
    {
      name: 'returned',
      async reach(stage) {
        const id = await findOffer(stage, 'alice', (offer) => offer.status === 'cancelled')
        return asked(stage, 'alice', id)
      },
    },
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
        const id = await findOffer(stage, 'alice', isOpen)
        const { page } = await stage.arrive('alice')
        await page.route('**/api/swap-offers/0x*', () => undefined)
        await page.goto(`/p2p/${id}`)
        await expect(page.getByText('Fetching the offer').first()).toBeVisible()
        return page
      },
    },
    { name: 'malformed-id', reach: async (stage) => look(await stage.visit('/p2p/0x1234')) },
    {
      name: 'not-found',
      async reach(stage) {
        const page = await stage.visit(`/p2p/0x${'7'.repeat(64)}`)
        await expect(page.getByText('No offer under this id').first()).toBeVisible()
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
