import { breakCollection } from '@parley/testkit'
import type { Person } from '../../fixtures/Person.ts'
import { Tracker } from '../../screens/Tracker.ts'
import { expect } from '../expect.ts'
import { readyDeal } from '../readyDeal.ts'
import type { Area } from '../Shot.ts'
import type { Stage } from '../Stage.ts'

async function created(stage: Stage): Promise<Person> {
  const person = await readyDeal(stage, 'dokyo')
  await person.screen.create()
  await person.screen.closeSuccess()
  return person
}

export const area: Area = {
  title: 'What came of it',
  shots: [
    {
      name: 'under-way-on-a-page-of-information',
      extent: 'view',
      async reach(stage) {
        const { page, screen, wallet } = await readyDeal(stage, 'dokyo')
        wallet.hold('eth_sendTransaction')
        await screen.create()
        const { line } = new Tracker(page)
        await expect(line).toContainText('Waiting for your wallet.')
        await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
        await expect(line).toContainText('Waiting for your wallet.')
        return page
      },
    },
    {
      name: 'list',
      extent: 'view',
      async reach(stage) {
        const { page } = await created(stage)
        const tracker = new Tracker(page)
        await tracker.openFromAccount()
        await expect(tracker.list).toContainText(/New offer.*Confirmed in block/)
        return page
      },
    },
    {
      name: 'revoke-card',
      async reach(stage) {
        const { page } = await created(stage)
        await expect(page.getByRole('region', { name: 'After your trade' })).toBeVisible()
        return page
      },
    },
    {
      name: 'sync-answer',
      extent: 'view',
      async reach(stage) {
        const { page, screen } = await readyDeal(stage, 'dokyo')
        await screen.sent.getByRole('button', { name: 'SYNC OFFERS' }).click()
        await expect(screen.alert).toContainText('Sync completed')
        return page
      },
    },
    {
      name: 'still-in-escrow',
      async reach(stage) {
        const { cast, world } = stage
        const alice = await cast.member('steady', 'dokyo')
        const bob = await cast.member('hoppers')
        const [stuck] = alice.nfts
        if (!stuck) throw new Error('the cast is short of NFTs')
        await cast.approve(alice, ...alice.nfts)
        const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
        const mend = await breakCollection(world, stuck.contract)
        await cast.callEscrow(alice, 'cancelSwapOffer', [offerId])
        await mend()
        const person = await stage.seat(alice.address)
        await stage.connect(person)
        await expect(person.screen.expired.getByText('Still in escrow', { exact: true })).toBeVisible()
        return person.page
      },
    },
    {
      name: 'chain-and-server-differ',
      async reach(stage) {
        const { cast, world } = stage
        const alice = await cast.member('dokyo')
        const bob = await cast.member('hoppers')
        await cast.approve(alice, ...alice.nfts)
        const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
        const person = await stage.seat(bob.address)
        await stage.connect(person)
        // The endpoint reports another creator.
        await person.context.route(`${world.chain.url}/**`, async (route) => {
          const response = await route.fetch()
          const body = (await response.text()).replaceAll(wordOf(alice.address), wordOf(stage.addressOf('carol')))
          await route.fulfill({ response, body })
        })
        await person.page.goto(`/p2p/${offerId}`)
        await expect(person.page.getByText('The chain and our server disagree')).toBeVisible()
        return person.page
      },
    },
  ],
}

/** An address as it stands in an answer of the contract. */
function wordOf(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
