import { asoverse } from '../../portals/asoverse.ts'
import { expect } from '../expect.ts'
import type { Area, Shot } from '../Shot.ts'
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
        await expect(button(page, 'I’ll do it')).toBeVisible()
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
      name: 'differs',
      async reach(stage) {
        const { cast } = stage
        const { alice, bob, table } = await agreed(stage)
        await cast.approve(alice, ...alice.nfts)
        await cast.approve(bob, ...bob.nfts)
        const { opener, guest } = table.deal
        const coins = { offeredWei: avax(20n), requestedWei: guest.wei }
        const offered = [opener.nfts[0], alice.nfts.at(-1)].flatMap((nft) => (nft ? [bare(nft)] : []))
        const id = await cast.offerWithCoins(alice, bob.address, { offered, requested: guest.nfts, coins }, 86_400)
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
        const person = await stage.seat(alice.address)
        // Two weeks of chain time would end the offers of the other pictures.
        await person.page.route(`**/api/tables/${table.tableId}?*`, async (route) => {
          const response = await route.fetch()
          const { table: head } = await response.json()
          await route.fulfill({ response, json: { success: true, table: { ...head, state: 'lapsed', lapsesAt: 1 } } })
        })
        await person.page.route('**/api/tables/events*', (route) => route.abort())
        await person.visit(table.path)
        await button(person.page, 'Sign in').click()
        await expect(button(person.page, 'Open a new table')).toBeVisible()
        return person.page
      },
    },
  ],
}
