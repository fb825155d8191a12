import { type Nft, type TableDeal } from '@parley/domain'
import { createClientOf, dealToWire, memberRoutes, type WireTable } from '@parley/protocol'
import type { Random } from '@parley/testkit'
import { isSame, type KnownOffer } from './checkLog.ts'
import type { FaultyTab, SentMove, ServerPlace, Wallet } from './faultyTab.ts'
import type { MadeOffer } from './tableEscrow.ts'
import type { Pair, Person, TableWorld } from './tableWorld.ts'

/** A random table under way. */
export interface Play {
  readonly world: TableWorld
  readonly pair: Pair
  readonly dice: Random
  readonly tabs: readonly FaultyTab[]
  readonly sent: SentMove[]
  readonly tableId: string
  /** Who opened the table, and whom it was opened for. A signed-out wallet can't ask for them. */
  readonly seats: Pick<WireTable, 'opener' | 'guest'>
  /** The steps, printed for a single seed. */
  readonly trace: string[]
  readonly pending: Set<Promise<unknown>>
  readonly problems: string[]
  readonly offers: MadeOffer[]
  /** Who is signed out. */
  readonly out: Set<string>
  /** Who has ended the table, as the server confirmed; null until then. */
  end: End | null
  isBlocking: boolean
}

export interface End {
  readonly by: Wallet
  readonly how: 'left' | 'blocked'
}

/** Tabs that still differ after this long never agree, on any machine. */
export const settleTimeoutMs = 120_000

export function anyPlace({ places }: TableWorld, dice: Random): ServerPlace {
  const place = places[Math.floor(dice() * places.length)]
  if (!place) throw new RangeError('no server')
  return place
}

/** A request that no restart meets. */
export function atServer<T>(
  world: TableWorld,
  wallet: Wallet,
  ask: (api: ReturnType<typeof apiOf>) => Promise<T>,
): Promise<T> {
  return world.undisturbed(async () => ask(apiOf(wallet, await (world.places[0]?.whenUp() ?? ''))))
}

export function apiOf(wallet: Wallet, url: string) {
  const withCookie: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...wallet.headers(), 'content-type': 'application/json' } })
  return createClientOf(memberRoutes, url, { fetch: withCookie, timeoutMs: settleTimeoutMs })
}

/** A deal that is new to this table: by it, a log line is matched with its request. */
export function dealFor({ alice, bob }: Pair, opener: Wallet, { dice, sent }: Pick<Play, 'dice' | 'sent'>): TableDeal {
  const some = (nfts: readonly Nft[]) => nfts.filter(() => dice.chance(0.5))
  const [ofOpener, ofGuest] = opener.address === alice.address ? [alice.nfts, bob.nfts] : [bob.nfts, alice.nfts]
  // Other coins make the server ask the chain, which few moves have to.
  const coins = BigInt(sent.length + 1)
  const deal: TableDeal = {
    opener: { nfts: some(ofOpener), wei: dice.chance(0.15) ? coins : 0n },
    guest: { nfts: some(ofGuest), wei: dice.chance(0.1) ? 7n : 0n },
    durationMinutes: dice.pick([5, 60, 1440, 10080]),
  }
  const wire = dealToWire(deal)
  const isNew = !sent.some(({ body }) => isSame(body['deal'], wire))
  return isNew && !isEmpty(deal) ? deal : { ...deal, opener: { ...deal.opener, wei: coins } }
}

export function isEmpty({ opener, guest }: TableDeal): boolean {
  return [opener, guest].every(({ nfts, wei }) => nfts.length === 0 && wei === 0n)
}

export function knownOffers({ world, offers }: Play): Promise<KnownOffer[]> {
  return Promise.all(offers.map(async (offer) => ({ ...offer, ...(await world.escrow.read(offer.id)) })))
}

/** The table as the first server has it. No restart may meet it. */
export async function truthOf({ world, pair, tableId }: Play): Promise<WireTable> {
  const url = await (world.places[0]?.whenUp() ?? '')
  const { table } = await apiOf(pair.alice, url).request('table', {
    params: { tableId },
    query: { as: pair.alice.address },
  })
  return table
}

export function personOf({ alice, bob }: Pair, address: string): Person {
  return address === alice.address ? alice : bob
}
