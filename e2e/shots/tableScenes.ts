import type { Page } from '@playwright/test'
import type { Nft, TableDeal } from '@parley/domain'
import type { Member } from '@parley/testkit'
import { type TableGuest, TableByHand } from '../fixtures/TableByHand.ts'
import type { asoverse } from '../portals/asoverse.ts'
import { general } from '../portals/general.ts'
import { expect } from './expect.ts'
import type { Stage } from './Stage.ts'

type Keys = Parameters<Stage['cast']['member']>

/** What a side has more or less: the last NFT of a member is kept back, for a change. */
export const withoutLast = ({ nfts, ...rest }: TableDeal['opener']) => ({ ...rest, nfts: nfts.slice(0, -1) })
export const bare = ({ contract, tokenId }: Nft): Nft => ({ contract, tokenId })
export const avax = (tenths: bigint) => tenths * 10n ** 17n

export interface Played {
  readonly alice: Member
  readonly bob: Member
  readonly table: TableByHand
  /** Puts the NFT down that was kept back. */
  readonly withLast: (seat: TableGuest, deal: TableDeal) => TableDeal
}

/** Alice has proposed: all but the last of hers and of Bob's, with coins and a note. */
export async function played(stage: Stage, portal?: typeof asoverse): Promise<Played> {
  const { cast, world } = stage
  const keys: readonly [Keys, Keys] = portal
    ? [
        ['aso', 'aso', 'aso'],
        ['aso', 'aso', 'aso'],
      ]
    : [
        ['dokyo', 'aso', 'chikn'],
        ['roostr', 'hoppers', 'ferdy-frens'],
      ]
  const [alice, bob] = [await cast.member(...keys[0]), await cast.member(...keys[1])]
  const table = await TableByHand.open(world, alice, bob, {
    note: 'Two of mine and some AVAX, for two of yours.',
    ...(portal && { portal: portal.path.slice(1) }),
    change: ({ opener, guest }) => ({
      opener: { ...withoutLast(opener), wei: avax(25n) },
      guest: withoutLast(guest),
      durationMinutes: 10_080,
    }),
  })
  const members = { opener: alice, guest: bob }
  const withLast = (seat: TableGuest, deal: TableDeal): TableDeal => {
    const last = members[seat].nfts.at(-1)
    return last ? { ...deal, [seat]: { ...deal[seat], nfts: [...deal[seat].nfts, bare(last)] } } : deal
  }
  return { alice, bob, table, withLast }
}

/** A person at a page of tables, connected and signed in. */
export async function sitDown(stage: Stage, member: Member, path: string, portal = general): Promise<Page> {
  const person = await stage.seat(member.address, portal)
  await person.visit(path)
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return person.page
}

/** Keeps marks of three seconds and rests of one on screen until the pictures are taken. */
export async function holdMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { setTimeout } = window
    const isMark = (ms: number | undefined) => ms === 1_000 || ms === 3_000
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => setTimeout(run, isMark(ms) ? 3_600_000 : ms),
    })
  })
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last()

/** Alice at her table, which shows this. */
export async function atAlices(stage: Stage, { alice, table }: Played, seen: string, portal = general): Promise<Page> {
  const page = await sitDown(stage, alice, table.path, portal)
  await expect(button(page, seen)).toBeVisible()
  return page
}

async function sitAt(stage: Stage, table: TableByHand, by: TableGuest): Promise<void> {
  stage.afterwards(await table.sit(by))
}

/** The link of a new table of Alice's with Bob, with these things on it. */
export function newTablePath(
  { address, nfts }: Member,
  own: Member,
  extra: Readonly<Record<string, string>> = {},
): string {
  const list = (all: readonly Nft[]) => all.map(({ contract, tokenId }) => `${contract}:${tokenId}`).join(',')
  return `/table/new?${new URLSearchParams({ to: address, give: list(own.nfts), want: list(nfts), ...extra })}`
}

/** Bob has countered with one NFT more of each, and is ready and here. */
export async function countered(stage: Stage, portal?: typeof asoverse): Promise<Played> {
  const game = await played(stage, portal)
  await sitAt(stage, game.table, 'guest')
  await game.table.lay('guest', (deal) => game.withLast('guest', deal), { note: 'This one on top, then we’re even.' })
  return game
}

export async function agreed(stage: Stage, portal?: typeof asoverse): Promise<Played> {
  const game = await countered(stage, portal)
  await game.table.tick('opener')
  return game
}

/** The agreed offer is in escrow. */
export async function locked(
  stage: Stage,
  portal?: typeof asoverse,
): Promise<Played & { readonly offerId: `0x${string}` }> {
  const game = await agreed(stage, portal)
  const { cast } = stage
  const { alice, bob, table } = game
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  const { opener, guest } = table.deal
  const coins = { offeredWei: opener.wei, requestedWei: guest.wei }
  const offerId = await cast.offerWithCoins(
    alice,
    bob.address,
    { offered: opener.nfts, requested: guest.nfts, coins },
    10_080 * 60,
  )
  return { ...game, offerId }
}
