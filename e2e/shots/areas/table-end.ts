import type { Page } from '@playwright/test'
import type { TableHead } from '@parley/protocol'
import type { Member } from '@parley/testkit'
import { asoverse } from '../../portals/asoverse.ts'
import { expect } from '../expect.ts'
import type { Area, Shot } from '../Shot.ts'
import type { Stage } from '../Stage.ts'
import {
  agreed,
  atAlices,
  avax,
  bare,
  button,
  countered,
  locked,
  played,
  sitDown,
  type Played,
} from '../tableScenes.ts'

/** A version ends without an agreement. */
function ended(name: string, end: (game: Played) => Promise<void>, seen: string): Shot {
  return {
    name,
    async reach(stage) {
      const game = await countered(stage)
      await end(game)
      return atAlices(stage, game, seen)
    },
  }
}

/** Alice has made an offer that isn't what both agreed on. */
async function withOtherTerms(stage: Stage): Promise<Played & { readonly offerId: `0x${string}` }> {
  const { cast } = stage
  const game = await agreed(stage)
  const { alice, bob, table } = game
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  const { opener, guest } = table.deal
  const coins = { offeredWei: avax(20n), requestedWei: guest.wei }
  const offered = [opener.nfts[0], alice.nfts.at(-1)].flatMap((nft) => (nft ? [bare(nft)] : []))
  const terms = { offered, requested: guest.nfts, coins }
  return { ...game, offerId: await cast.offerWithCoins(alice, bob.address, terms, 86_400) }
}

/** A person at a table with a changed answer: real chain time would end other pictures' offers. */
async function atChanged(
  stage: Stage,
  { address }: Member,
  { tableId, path }: Played['table'],
  change: (head: Pick<TableHead, 'lock'>) => object,
): Promise<Page> {
  const person = await stage.seat(address)
  await person.page.route(`**/api/tables/${tableId}?*`, async (route) => {
    const response = await route.fetch()
    const { table: head } = await response.json()
    await route.fulfill({ response, json: { success: true, table: { ...head, ...change(head) } } })
  })
  await person.page.route('**/api/tables/events*', (route) => route.abort())
  await person.visit(path)
  await button(person.page, 'Sign in').click()
  return person.page
}

async function atExpired(stage: Stage, member: Member, table: Played['table'], seen: string): Promise<Page> {
  const page = await atChanged(stage, member, table, ({ lock }) => ({ lock: { ...lock, expiresAt: 1 } }))
  await expect(button(page, seen)).toBeVisible()
  return page
}

export const area: Area = {
  title: 'A table that is agreed, locked in, or over',
  shots: [
    {
      name: 'agreed-mine',
      async reach(stage) {
        const page = await atAlices(stage, await agreed(stage), 'Let them do it')
        await expect(page.getByText('Fee and gas, about')).toBeVisible()
        return page
      },
    },
    {
      name: 'agreed-theirs',
      async reach(stage) {
        const { bob, table } = await agreed(stage)
        const page = await sitDown(stage, bob, table.path)
        await expect(page.getByText(/ locks it in, or leaves it to you/)).toBeVisible()
        return page
      },
    },
    {
      name: 'locked',
      reach: async (stage) => atAlices(stage, await locked(stage), 'See the offer'),
    },
    {
      name: 'locked-aso',
      reach: async (stage) => atAlices(stage, await locked(stage, asoverse), 'See the offer', asoverse),
    },
    {
      name: 'locked-theirs',
      async reach(stage) {
        const { bob, table } = await locked(stage)
        const page = await sitDown(stage, bob, table.path)
        await expect(button(page, 'Compare and accept')).toBeVisible()
        return page
      },
    },
    {
      name: 'expired',
      async reach(stage) {
        const { alice, table } = await locked(stage)
        return atExpired(stage, alice, table, 'Take it back')
      },
    },
    {
      name: 'expired-theirs',
      async reach(stage) {
        const { bob, table } = await locked(stage)
        return atExpired(stage, bob, table, 'See the offer')
      },
    },
    {
      name: 'agreed-differs',
      async reach(stage) {
        const { bob, table } = await withOtherTerms(stage)
        const page = await sitDown(stage, bob, table.path)
        await expect(page.getByText(/ made an offer that differs from what was agreed here/)).toBeVisible()
        return page
      },
    },
    {
      name: 'comparing',
      async reach(stage) {
        const { bob, offerId } = await locked(stage)
        const person = await stage.seat(bob.address)
        await person.visit(`/p2p/${offerId}`)
        await person.page.getByRole('button', { name: /^Agreed on this at a table/ }).click()
        await expect(person.page.getByText('The same', { exact: true }).first()).toBeVisible()
        return person.page
      },
    },
    {
      name: 'uncompared',
      async reach(stage) {
        const { bob, offerId } = await locked(stage)
        const person = await stage.seat(bob.address)
        await person.page.route('**/api/tables?*', (route) => route.abort())
        await person.visit(`/p2p/${offerId}`)
        await person.page.getByRole('button', { name: /^Agreed on this at a table/ }).click()
        await expect(button(person.page, 'Compare again')).toBeVisible()
        return person.page
      },
    },
    {
      name: 'differs',
      async reach(stage) {
        const { bob, offerId: id } = await withOtherTerms(stage)
        const person = await stage.seat(bob.address)
        await person.visit(`/p2p/${id}`)
        await person.page.getByRole('button', { name: /^Agreed on this at a table/ }).click()
        await expect(person.page.getByRole('table', { name: /^What you agreed/ })).toBeVisible()
        return person.page
      },
    },
    {
      name: 'swapped',
      async reach(stage) {
        const game = await locked(stage)
        await stage.cast.callEscrow(game.bob, 'acceptSwapOffer', [game.offerId], avax(1n) / 10n)
        return atAlices(stage, game, 'See the swap')
      },
    },
    ended('declined', ({ table }) => table.decline('opener', 'Not for my Watcher, I’m keeping it.'), 'New version'),
    {
      name: 'declined-by-them',
      async reach(stage) {
        const game = await played(stage)
        await game.table.decline('guest', 'I’d want one more for it.')
        return atAlices(stage, game, 'New version')
      },
    },
    ended('withdrawn', ({ table }) => table.withdraw('guest'), 'New version'),
    ended('left', ({ table }) => table.leave('guest'), 'Open a new table'),
    {
      name: 'blocked',
      async reach(stage) {
        const game = await countered(stage)
        await game.table.block('opener')
        const page = await sitDown(stage, game.alice, game.table.path)
        await expect(page.getByRole('button', { name: /^Unblock/ })).toBeVisible()
        return page
      },
    },
    ended('blocked-by-them', ({ table }) => table.block('guest'), 'Open a new table'),
    {
      name: 'lapsed',
      async reach(stage) {
        const { alice, table } = await countered(stage)
        const page = await atChanged(stage, alice, table, () => ({ state: 'lapsed', lapsesAt: 1 }))
        await expect(button(page, 'Open a new table')).toBeVisible()
        return page
      },
    },
  ],
}
