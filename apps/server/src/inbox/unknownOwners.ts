import { readUnknownOwner } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import { type Holder, holdersOf, type OwnerChange, rowKey, writeOwnerChanges } from '../holdings/ownerRows.ts'
import { readCheckpoints } from '../indexer/checkpoints.ts'
import { failureText } from '../log.ts'
import { openOffersAfter } from '../offers/offerStore.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { addTaken, isTaken, removeTaken } from '../offers/takenNfts.ts'
import { tablesAfter } from '../tables/tableReads.ts'
import { holdingsEvents } from './departures.ts'
import { givenAtTables } from './inboxSources.ts'

/** Finds NFTs of open offers and tables that moved without an indexed event. */
export interface UnknownOwners {
  /** Looks at some offers and tables, unless a look is running or just ran. Never rejects; failures are logged. */
  look(): Promise<void>
}

/** Open offers and NFTs per look: 200 a look are 600 a minute with the usual poll of 2 s. */
const offersAtOnce = 500
const nftsAtOnce = 200
const readsAtOnce = 10
/** Each has 40 NFTs at most. */
const tablesAtOnce = 100
/** Owners to forget per round. */
const rowsAtOnce = 1_000
/** Between two looks. */
const pollsApart = 10

interface UnknownOwnersParts {
  /** The checkpoint of the index of owners. */
  readonly key: string
  /** Time of the indexed block; null while the index is behind. */
  readonly chainTimeS: () => number | null
  readonly closing: AbortSignal
}

/** An NFT of an open offer, and who is to hold it. */
interface DealtNft extends Nft {
  readonly offer: StoredOffer
  readonly holder: Address
}

interface UnfollowedNft extends DealtNft {
  /** As the index has it. */
  readonly before: Holder | undefined
}

interface SeenNft extends UnfollowedNft {
  readonly owner: Address
}

/**
 * Asks contracts who holds those NFTs of offers and tables that the index of owners doesn't follow.
 *
 * Two kinds: NFTs outside the registry, whose logs aren't read, since any contract could emit millions of them; and NFTs of the
 * registry that were burned before the index began. Tables take no NFT of the first kind.
 *
 * An owner is stored only if it isn't the expected one, and only while an open offer has the NFT. Each offer is pushed once,
 * because a contract could give another answer at each look.
 */
export function createUnknownOwners(
  { chain, config, db, live, log }: Context,
  { key, chainTimeS, closing }: UnknownOwnersParts,
): UnknownOwners {
  const registry = new Set<string>(config.deployment.collections.map(({ address }) => address))
  let after: OfferId | null = null
  let tableAfter = ''
  /** NFTs outside the registry in this round through all offers, by {@link rowKey}. */
  let met = new Set<string>()
  let isLooking = false
  let lookedAtMs = Number.NEGATIVE_INFINITY

  async function lookOnce(nowS: number): Promise<void> {
    const block = (await readCheckpoints(db.read)).get(key)?.block
    if (block === undefined) return
    const offers: StoredOffer[] = await openOffersAfter(db.read, after, offersAtOnce, nowS)
    const { dealt, last } = await unfollowedOf(offers)
    after = last
    for (const nft of dealt) if (!registry.has(nft.contract)) met.add(rowKey(nft))
    // An offer may be known before its block is indexed. Until then its creator had what it gives from others.
    const readable = dealt.filter(({ offer }) => offer.createdBlock <= block)
    const seen: SeenNft[] = []
    for (let at = 0; at < readable.length && !closing.aborted; at += readsAtOnce)
      seen.push(...(await Promise.all(readable.slice(at, at + readsAtOnce).map((nft) => see(nft, block)))).flat())
    const moved = seen.filter(
      ({ owner, holder, offer, before }) =>
        // An owner of an earlier block says nothing of this offer.
        owner !== (before && (before.block ?? block) >= offer.createdBlock ? before.owner : holder),
    )
    if (moved.length > 0 && !closing.aborted) await write(moved, block)
    await lookAtTables(block)
    if (last !== null || closing.aborted) return
    const ended = met
    met = new Set()
    await forgetAllBut(ended)
  }

  /** Tables take NFTs of the registry alone. One that the index doesn't know was burned before it began. */
  async function lookAtTables(block: number): Promise<void> {
    const tables = await tablesAfter(db.read, tableAfter, tablesAtOnce)
    const given = givenAtTables(tables, new Map())
    const holders = await holdersOf(
      db.read,
      given.map(({ nft }) => nft),
    )
    const unknown = given.filter(({ nft }) => !holders.has(rowKey(nft)))
    // Tables that are beyond the limit come first the next time.
    const cut = tables.findIndex(({ table }) => table.id === unknown[nftsAtOnce]?.subject)
    const whole = cut < 0 ? tables : tables.slice(0, cut)
    tableAfter = (whole.length < tablesAtOnce && cut < 0 ? undefined : whole.at(-1)?.table.id) ?? ''
    const asked = unknown.filter(({ subject }) => whole.some(({ table }) => table.id === subject))
    const gone: OwnerChange[] = []
    for (let at = 0; at < asked.length && !closing.aborted; at += readsAtOnce) {
      const some = asked.slice(at, at + readsAtOnce)
      const owners = await Promise.all(some.map(({ nft }) => ownerAt(nft, block)))
      for (const [index, { nft, giver }] of some.entries()) {
        const owner = owners[index]
        if (owner !== undefined && owner !== giver) gone.push({ ...nft, from: giver, to: owner, block })
      }
    }
    if (gone.length === 0 || closing.aborted) return
    const events = await db.change(async (tx) => {
      const known = await holdersOf(tx, gone)
      const still = gone.filter((change) => !known.has(rowKey(change)))
      await writeOwnerChanges(tx, still)
      const told = holdingsEvents(still, [])
      await live.announce(tx, told)
      return told
    })
    live.publish(events)
  }

  /** NFTs that the index doesn't follow, of as many offers as the limit allows. `last`: null once all were met. */
  async function unfollowedOf(offers: readonly StoredOffer[]) {
    const all = offers.flatMap(dealtNfts)
    const holders = await holdersOf(db.read, all)
    const dealt: UnfollowedNft[] = []
    for (const [index, offer] of offers.entries()) {
      for (const nft of dealtNfts(offer)) {
        const before = holders.get(rowKey(nft))
        if (!before || !registry.has(nft.contract)) dealt.push({ ...nft, before })
      }
      const isFull = dealt.length >= nftsAtOnce
      if (isFull && (index + 1 < offers.length || offers.length === offersAtOnce)) return { dealt, last: offer.id }
    }
    return { dealt, last: offers.length < offersAtOnce ? null : (offers.at(-1)?.id ?? null) }
  }

  /** Undefined where the contract doesn't say. */
  const ownerAt = (nft: Nft, block: number) => readUnknownOwner(chain, nft, BigInt(block)).catch(() => undefined)

  async function see(nft: UnfollowedNft, block: number): Promise<SeenNft[]> {
    const owner = await ownerAt(nft, block)
    return owner === undefined ? [] : [{ ...nft, owner }]
  }

  async function write(moved: readonly SeenNft[], block: number): Promise<void> {
    const events = await db.change(async (tx) => {
      const now = await holdersOf(tx, moved)
      // A transfer may have been indexed since.
      const still = moved.filter((nft) => now.get(rowKey(nft))?.owner === nft.before?.owner)
      const changes = still.map(({ contract, tokenId, holder, owner, before }): OwnerChange => {
        return { contract, tokenId, from: before ? addressSchema.parse(before.owner) : holder, to: owner, block }
      })
      for (const { owner, ...nft } of still) await removeTaken(tx, nft, owner)
      const taken = still.filter(({ offer, holder, owner }) => holder === offer.escrow && isTaken(offer, owner))
      await addTaken(
        tx,
        taken.map((nft) => ({ offer: nft.offer, nft })),
      )
      await writeOwnerChanges(tx, changes)
      const told = holdingsEvents(
        changes,
        still.flatMap(({ offer }) => [offer.creator, offer.recipient]),
      )
      await live.announce(tx, told)
      return told
    })
    live.publish(events)
  }

  /** An owner that no open offer needs would be outdated once another one does. */
  async function forgetAllBut(needed: ReadonlySet<string>): Promise<void> {
    for (const contract of await contractsIn(db.read)) {
      if (registry.has(contract)) continue
      for (let last: string | undefined = ''; last !== undefined && !closing.aborted;) {
        const rows = await tokensAfter(db.read, contract, last)
        const gone = rows.filter((token) => !needed.has(`${contract} ${token}`))
        if (gone.length > 0)
          await db.change((tx) =>
            tx.deleteFrom('nft_owners').where('contract', '=', contract).where('token', 'in', gone).execute(),
          )
        last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
      }
    }
  }

  return {
    async look() {
      if (isLooking || closing.aborted || performance.now() - lookedAtMs < pollsApart * config.pollMs) return
      const nowS = chainTimeS()
      // Endpoints may not have the state of old blocks any more.
      if (nowS === null) return
      isLooking = true
      try {
        await lookOnce(nowS)
      } catch (error) {
        log.warn({ reason: failureText(error) }, 'the holders of NFTs that are not indexed could not be read')
      } finally {
        isLooking = false
        lookedAtMs = performance.now()
      }
    },
  }
}

/** What the escrow and the recipient of an offer are to hold until it is settled. */
function dealtNfts(offer: StoredOffer): DealtNft[] {
  return [
    ...offer.offered.map((nft) => ({ ...nft, offer, holder: offer.escrow })),
    ...offer.requested.map((nft) => ({ ...nft, offer, holder: offer.recipient })),
  ]
}

/** A page of a contract's tokens with known owners, in order. */
async function tokensAfter(db: Queryable, contract: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('nft_owners')
    .select('token')
    .where('contract', '=', contract)
    .where('token', '>', after)
    .orderBy('token')
    .limit(rowsAtOnce)
    .execute()
  return rows.map(({ token }) => token)
}

/** Contracts with known owners. By one search in the index for each: there are few, with many rows each. */
async function contractsIn(db: Queryable): Promise<string[]> {
  const found: string[] = []
  for (let last = ''; ;) {
    const { next } = await db
      .selectFrom('nft_owners')
      .select(({ fn }) => fn.min<string | null>('contract').as('next'))
      .where('contract', '>', last)
      .executeTakeFirstOrThrow()
    if (next === null) return found
    found.push(next)
    last = next
  }
}
