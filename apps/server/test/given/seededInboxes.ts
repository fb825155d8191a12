import type { Address, ClaimedNfts, InboxDecline, InboxSources, Nft, Offer, OfferId, Seat, Table } from '@parley/domain'
import { offerEndsS, sameAddress } from '@parley/domain'
import { givenOffer } from '@parley/domain/test/givenOffer'
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { tokenKey } from '../../src/holdings/ownerRows.ts'
import { offerToRow, type StoredOffer } from '../../src/offers/storedOffer.ts'
import { noteAllTaken } from '../../src/offers/takenNfts.ts'
import { addTable } from '../../src/tables/tableStore.ts'
import { seededRandom } from '../holdings/randomTrades.ts'

const dayS = 24 * 60 * 60
const contract: Address = '0x1111111111111111111111111111111111111111'

/** Offers, tables and what happened to them, made up by a seed. Times end at `nowS`. */
export interface SeededInboxes {
  readonly nowS: number
  readonly wallets: readonly Address[]
  readonly offers: readonly StoredOffer[]
  readonly declines: ReadonlyMap<OfferId, InboxDecline & { readonly atS: number }>
  readonly claims: ReadonlyMap<OfferId, ClaimedNfts>
  readonly tables: readonly Table[]
  /** By token id. Of some nothing is known. */
  readonly owners: ReadonlyMap<bigint, Address>
  readonly marks: ReadonlyMap<Address, readonly string[]>
  readonly blocked: ReadonlyMap<Address, readonly Address[]>
  readonly sinceS: number
}

const traderCount = 16

/**
 * Wallets that trade with each other, and some that were flooded with offers by one more. `flooded` has the number of offers
 * for each.
 */
export function seedInboxes(seed: number, nowS: number, flooded: readonly number[]): SeededInboxes {
  const random = seededRandom(seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const chance = (share: number) => random() < share
  const walletOf = (at: number): Address => `0x${String(at + 1).padStart(40, '0')}`
  const wallets = Array.from({ length: traderCount + flooded.length + 1 }, (_, at) => walletOf(at))
  const flooder = walletOf(wallets.length - 1)
  const any = () => walletOf(upTo(traderCount))
  const other = (than: Address) => {
    const found = any()
    return found === than ? walletOf((wallets.indexOf(than) + 1) % traderCount) : found
  }
  let count = 0
  const hex = (): `0x${string}` => `0x${(count += 1).toString(16).padStart(64, '0')}`
  const owners = new Map<bigint, Address>()
  const nfts = (giver: Address): Nft[] =>
    Array.from({ length: 1 + upTo(3) }, () => {
      const tokenId = BigInt((count += 1))
      if (chance(0.9)) owners.set(tokenId, chance(0.8) ? giver : other(giver))
      return { contract, tokenId }
    })

  const offerOf = (creator: Address, recipient: Address, isOpen: boolean): StoredOffer => {
    const createdAtS = nowS - 1 - upTo(isOpen ? 3 * dayS : 70 * dayS)
    const expiresAtS = createdAtS + ([300, 3_600, dayS, 7 * dayS][upTo(4)] ?? dayS)
    const atS = Math.min(nowS, createdAtS + 1 + upTo(10 * dayS))
    const offered = nfts(creator)
    const kind = chance(0.4) ? 'completed' : 'cancelled'
    const by = kind === 'completed' || chance(0.3) ? recipient : creator
    const isTimed = chance(0.9)
    return {
      ...givenOffer(),
      id: hex(),
      escrow: contract,
      creator,
      recipient,
      offered,
      requested: nfts(recipient),
      coins: { offeredWei: BigInt(upTo(2)), requestedWei: 0n },
      createdAtS,
      createdBlock: createdAtS,
      createdLogIndex: 0,
      expiresAtS,
      settlement: isOpen ? null : { kind, by: isTimed ? by : null, txHash: null, atS: isTimed ? atS : null },
      settledBlock: null,
      unreturned: !isOpen && kind === 'cancelled' && chance(0.3) ? offered.slice(0, 1 + upTo(offered.length)) : [],
    }
  }
  const traded = Array.from({ length: 120 }, () => {
    const creator = any()
    return offerOf(creator, other(creator), chance(0.4))
  })
  const claims = new Map<OfferId, ClaimedNfts>()
  const offers = traded.map((offer): StoredOffer => {
    if (offer.unreturned.length === 0 || chance(0.4)) return offer
    const nfts = offer.unreturned.slice(0, 1 + upTo(offer.unreturned.length))
    claims.set(offer.id, { nfts, atS: nowS - upTo(40 * dayS) })
    return { ...offer, unreturned: offer.unreturned.slice(nfts.length) }
  })
  const floods = flooded.flatMap((size, at) =>
    Array.from({ length: size }, () => offerOf(flooder, walletOf(traderCount + at), true)),
  )
  const declined = offers.filter(() => chance(0.3))
  const declines = declined.map(({ id, createdAtS, settlement }) => {
    // An end whose time is unknown counts from the creation.
    const latestS = settlement ? (settlement.atS ?? createdAtS) : nowS
    return [id, { reason: 'own-words', text: `No ${id}`, atS: latestS - upTo(latestS - createdAtS) }] as const
  })

  const tables = Array.from({ length: 40 }, (): Table => {
    const opener = any()
    const guest = other(opener)
    const by: Seat = chance(0.5) ? 'opener' : 'guest'
    const openedAtS = nowS - 1 - upTo(40 * dayS)
    const changedAtS = openedAtS + upTo(nowS - openedAtS)
    const deal = {
      opener: { nfts: nfts(opener), wei: 0n },
      guest: { nfts: nfts(guest), wei: BigInt(upTo(3)) },
      durationMinutes: 60,
    } as const
    const answers = chance(0.5) ? { ...deal, opener: { nfts: nfts(opener), wei: BigInt(upTo(2)) } } : null
    const state = (['open', 'open', 'open', 'declined', 'withdrawn'] as const)[upTo(5)] ?? 'open'
    const ready = { opener: state === 'open' && chance(0.6), guest: state === 'open' && chance(0.6) }
    const isAgreed = ready.opener && ready.guest
    const version = { number: 1 + upTo(3), by, deal, answers, state, atS: openedAtS } as const
    return {
      id: `table${(count += 1)}`,
      opener,
      guest,
      portal: null,
      counters: hex(),
      version,
      ready,
      locker: chance(0.5) ? 'opener' : 'guest',
      agreedAtS: isAgreed ? changedAtS : null,
      agreed: isAgreed ? { number: version.number, deal, atS: changedAtS } : null,
      offerId: isAgreed && chance(0.5) ? (chance(0.8) ? (offers[upTo(offers.length)]?.id ?? null) : hex()) : null,
      closed: chance(0.2) ? { by: 'guest', atS: changedAtS } : null,
      openedAtS,
      changedAtS,
    }
  })
  const all = [...offers, ...floods]
  const marks = wallets.map((wallet) => {
    const read = all.filter(({ creator, recipient }) => [creator, recipient].includes(wallet) && chance(0.4))
    return [wallet, read.map(({ id }) => `offer-received:${id}`)] as const
  })
  return {
    nowS,
    wallets,
    offers: all,
    declines: new Map(declines),
    claims,
    tables,
    owners,
    marks: new Map(marks),
    blocked: new Map(wallets.map((wallet) => [wallet, chance(0.3) ? [other(wallet)] : []])),
    sinceS: nowS - 10 * dayS,
  }
}

/** Writes them as the server would have. */
export async function storeInboxes(db: Database, seeded: SeededInboxes): Promise<void> {
  const { offers, declines, claims, tables, owners, marks, blocked, sinceS } = seeded
  const creators = new Map(offers.map(({ id, creator }) => [id, creator]))
  await db.transact(async (tx) => {
    for (const offer of offers) await tx.insertInto('offers').values(offerToRow(offer)).execute()
    for (const [id, { reason, text, atS }] of declines)
      await tx.insertInto('declines').values({ offer_id: id, declined_by: contract, at_s: atS, reason, text }).execute()
    for (const [id, { nfts, atS }] of claims)
      for (const { tokenId } of nfts)
        await tx
          .insertInto('claimed_nfts')
          .values({ offer_id: id, contract, token: String(tokenId), creator: creators.get(id) ?? contract, at_s: atS })
          .execute()
    for (const table of tables) {
      await addTable(tx, { table, entries: [] }, { toStranger: false })
      if (table.offerId)
        await tx.updateTable('tables').set({ offer_id: table.offerId }).where('id', '=', table.id).execute()
    }
    // As tables lie there that last moved in a release that kept no answers.
    const older = sql<string>`replace(state, ${',"answers":null'}, '')`
    await tx.updateTable('tables').set({ state: older }).execute()
    for (const [tokenId, owner] of owners)
      await tx
        .insertInto('nft_owners')
        .values({ contract, token: tokenKey(tokenId), owner, received_block: null })
        .execute()
    await noteAllTaken(tx)
    for (const [address, others] of blocked)
      for (const other of others)
        await tx.insertInto('inbound_wallets').values({ address, other, kind: 'blocked' }).execute()
    for (const [address, read] of marks)
      for (const item of ['since-chain', 'since-server', ...read])
        await tx.insertInto('inbox_marks').values({ address, item, read_at_s: sinceS }).execute()
  })
}

/** What a wallet's inbox must be derived from, by the facts alone and not by any statement. */
export function sourcesOf(viewer: Address, seeded: SeededInboxes): InboxSources {
  const { nowS, offers, declines, claims, tables, owners } = seeded
  const isGone = (giver: Address) => (nft: Nft) => {
    const owner = owners.get(nft.tokenId)
    return owner !== undefined && !sameAddress(owner, giver)
  }
  const own = offers.filter(({ creator, recipient }) => [creator, recipient].includes(viewer))
  const atTable = tables.filter(({ opener, guest }) => [opener, guest].includes(viewer))
  const withLock = (table: Table): InboxSources['tables'][number] => {
    const { offerId } = table
    const offer = offers.find(({ id }) => id === offerId)
    return {
      table,
      lock: offerId && (offer?.settlement?.kind ?? 'open'),
      lockEndsS: offer && offerEndsS(offer),
    }
  }
  const isTaken = ({ escrow, creator, recipient }: Offer) => {
    const parties: readonly (Address | undefined)[] = [undefined, escrow, creator, recipient]
    return (nft: Nft) => !parties.includes(owners.get(nft.tokenId))
  }
  const gone = [
    ...own
      .filter(({ settlement }) => !settlement)
      .map((offer: Offer) => {
        const requested = offer.creator === viewer ? offer.requested.filter(isGone(offer.recipient)) : []
        return [offer.id, [...offer.offered.filter(isTaken(offer)), ...requested]] as const
      }),
    ...atTable
      .filter(({ closed, version }) => !closed && version.state === 'open')
      .map(({ id, opener, guest, version: { deal } }) => {
        const nfts = [...deal.opener.nfts.filter(isGone(opener)), ...deal.guest.nfts.filter(isGone(guest))]
        return [id, nfts] as const
      }),
  ]
  const isMine = ([id]: readonly [OfferId, unknown]) => own.some((offer) => offer.id === id && offer.creator === viewer)
  return {
    viewer,
    offers: own,
    declines: new Map([...declines].filter(isMine)),
    // Claims of an older time are history that has ended.
    claims: new Map([...claims].filter(isMine).filter(([, { atS }]) => atS >= nowS - 30 * dayS)),
    moved: new Map(gone.filter(([, nfts]) => nfts.length > 0).map(([id, nfts]) => [id, { nfts, atS: null }])),
    blocked: new Set(seeded.blocked.get(viewer)),
    tables: atTable.map(withLock),
    chainS: nowS,
    serverS: nowS,
  }
}
