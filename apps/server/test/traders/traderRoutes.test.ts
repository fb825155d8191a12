import {
  type Address,
  historyDateS,
  type HistoryFilter,
  historyOutcomes,
  type Offer,
  outcomeOf,
  tradeRoles,
} from '@parley/domain'
import { createClientOf, historyCsvPath, offerToWire, ownerActionToWire, traderRoutes } from '@parley/protocol'
import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseChoice } from '../../src/config/readConfig.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { saveOffers } from '../../src/offers/offerStore.ts'
import type { StoredOffer } from '../../src/offers/storedOffer.ts'
import { engines, givenDatabases, givenFolder } from '../given/engines.ts'
import { hash, offerNumber } from '../given/offerNumber.ts'
import { patienceMs, startTestServer, type TestServer, until } from '../given/testServer.ts'
import { seededRandom } from '../holdings/randomTrades.ts'

const random = seededRandom(Number(process.env['TRADER_SEED'] ?? 7))
const below = (count: number): number => Math.floor(random() * count)
const pick = <T>(first: T, ...others: readonly T[]): T => [first, ...others][below(others.length + 1)] ?? first
const addressOf = (number: number): Address => `0x${String(number).repeat(40)}`

const escrow = addressOf(9)
const wallets = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)] as const
const nobody = addressOf(5)
const collections = [addressOf(6), addressOf(7), addressOf(8)] as const
const nowS = Math.floor(Date.now() / 1000)
const dayS = 86_400
const offerCount = 600

/** Random offers, two in each block, settled in any way or not at all. */
function randomOffers(): StoredOffer[] {
  return Array.from({ length: offerCount }, (_, at) => {
    const creator = pick(...wallets)
    const recipient = pick(...wallets)
    const createdAtS = nowS - 40 * dayS + Math.floor(at / 2) * 600
    const expiresAtS = createdAtS + pick(300, dayS, 60 * dayS)
    const side = () =>
      Array.from({ length: 1 + below(3) }, (__, index) => ({
        contract: pick(...collections),
        tokenId: BigInt(at * 100 + index),
      }))
    const settledAtS = createdAtS + 1 + below(2 * dayS)
    const by = settledAtS > expiresAtS ? pick(creator, recipient) : creator
    const settlement = pick<Offer['settlement']>(
      null,
      { kind: 'completed', by: recipient, txHash: hash(5_000 + at), atS: settledAtS },
      { kind: 'cancelled', by, txHash: hash(5_000 + at), atS: settledAtS },
    )
    const isRead = settlement?.kind === 'completed' && below(20) === 0
    return offerNumber(at + 1, {
      escrow,
      creator,
      recipient: recipient === creator ? nobody : recipient,
      offered: side(),
      requested: side(),
      coins: { offeredWei: BigInt(below(2)) * 10n ** 17n, requestedWei: 0n },
      createdAtS,
      createdBlock: 10 + Math.floor(at / 2),
      createdLogIndex: at % 2,
      expiresAtS,
      settlement: isRead && settlement ? { ...settlement, txHash: null, atS: null } : settlement,
      settledBlock: settlement && !isRead ? 10 + Math.floor((settledAtS - nowS + 40 * dayS) / 600) : null,
    })
  })
}

const offers = randomOffers()
const newest = offers.toReversed()
const isParty = (offer: Offer, wallet: Address): boolean => offer.creator === wallet || offer.recipient === wallet
const isCompleted = (offer: Offer): boolean => offer.settlement?.kind === 'completed'

/** Counts by looking at every offer. */
function countByHand(wallet: Address) {
  const mine = offers.filter((offer) => isParty(offer, wallet))
  const done = mine.filter(isCompleted)
  const inCollection = (contract: Address) =>
    done.filter(({ offered, requested }) => [...offered, ...requested].some((nft) => nft.contract === contract)).length
  const times = [
    ...mine.filter(({ creator }) => creator === wallet).map(({ createdAtS }) => createdAtS),
    ...offers.flatMap(({ settlement }) => (settlement?.by === wallet && settlement.atS !== null ? settlement.atS : [])),
  ].toSorted((a, b) => a - b)
  const iso = (unixS: number | undefined) => (unixS === undefined ? null : new Date(unixS * 1000).toISOString())
  return {
    openOffers: mine.filter((one) => one.creator === wallet && !one.settlement && one.expiresAtS >= nowS).length,
    completedTrades: done.length,
    collections: collections
      .map((contract) => ({ contract, trades: inCollection(contract) }))
      .filter(({ trades }) => trades > 0)
      .toSorted((a, b) => b.trades - a.trades || (a.contract < b.contract ? -1 : 1)),
    firstSeen: iso(times[0]),
    lastSeen: iso(times.at(-1)),
  }
}

function outcomeByHand(offer: Offer): string {
  const outcome = outcomeOf(offer)
  if (outcome === null) return offer.expiresAtS < nowS ? 'expired' : 'open'
  return outcome === 'returned' ? 'expired' : outcome
}

function historyByHand(wallet: Address, { outcome, role, collection, other, fromS, toS }: HistoryFilter) {
  const block = ({ settledBlock, createdBlock }: StoredOffer) => settledBlock ?? createdBlock
  const found = newest.filter(
    (offer) =>
      isParty(offer, wallet) &&
      (!outcome || outcomeByHand(offer) === outcome) &&
      (!role || offer[role] === wallet) &&
      (!collection || [...offer.offered, ...offer.requested].some((nft) => nft.contract === collection)) &&
      (!other || (other !== wallet && isParty(offer, other))) &&
      historyDateS(offer) >= (fromS ?? 0) &&
      historyDateS(offer) < (toS ?? nowS * 2),
  )
  return outcome === 'completed' ? found.toSorted((a, b) => block(b) - block(a) || (a.id < b.id ? 1 : -1)) : found
}

function randomFilter(): HistoryFilter {
  const maybe = <T>(value: T): T | undefined => (below(3) === 0 ? value : undefined)
  return {
    outcome: maybe(pick(...historyOutcomes)),
    role: maybe(pick(...tradeRoles)),
    collection: maybe(pick(...collections)),
    other: maybe(pick(...wallets)),
    fromS: maybe(nowS - below(40) * dayS),
    toS: maybe(nowS - below(20) * dayS),
  }
}

const toQuery = ({ fromS, toS, other, ...rest }: HistoryFilter) => ({
  ...rest,
  with: other,
  from: fromS === undefined ? undefined : String(fromS),
  to: toS === undefined ? undefined : String(toS),
})

describe.each(engines)('given six hundred offers of four wallets in %s', (engine) => {
  const databases = givenDatabases(engine)
  const folder = givenFolder()
  let server: TestServer
  let api: ReturnType<typeof createClientOf<typeof traderRoutes>>
  beforeAll(async () => {
    const database = await databases.fresh()
    const db = await openDatabase(databaseChoice(database), pino({ level: 'silent' }))
    await db.change((tx) => saveOffers(tx, offers))
    const feeSet = (block: number, oldWei: string, newWei: string) => ({
      escrow,
      block,
      log_index: 0,
      action: JSON.stringify(
        ownerActionToWire({
          deed: { kind: 'feeUpdated', oldWei: BigInt(oldWei), newWei: BigInt(newWei) },
          txHash: hash(block),
          block,
          logIndex: 0,
          atS: nowS,
        }),
      ),
    })
    const fees = [feeSet(5, '0', '10000000000000000'), feeSet(200, '10000000000000000', '20000000000000000')]
    await db.write.insertInto('owner_actions').values(fees).execute()
    await db.close()
    const deploymentFile = folder.path('deployment.json')
    await writeFile(
      deploymentFile,
      JSON.stringify({
        network: 'local',
        chainId: 43114,
        multicall3: addressOf(8),
        escrows: [{ address: escrow, fromBlock: 0, codeHash: hash(1), edition: 2 }],
        collections: [
          { key: 'cards', name: '=Cards, "old"', address: collections[0], discovery: { kind: 'scan', lastId: 9 } },
        ],
      }),
    )
    await writeFile(folder.path('index.html'), '<!doctype html><html><head><title>Page</title></head></html>')
    // No endpoint is at this address; the index has all that the tests read.
    const market = { chain: { url: 'http://127.0.0.1:9' }, deploymentFile }
    server = await startTestServer(market, database, { WEB_DIST: folder.path() })
    api = createClientOf(traderRoutes, server.url, { timeoutMs: patienceMs })
  })
  afterAll(() => server.stop())

  const everyPage = async (read: (cursor?: string) => Promise<{ offers: unknown[]; nextCursor: string | null }>) => {
    const all: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const page = await read(cursor)
      all.push(...page.offers)
      if (page.nextCursor === null) return all
      cursor = page.nextCursor
    }
  }

  it.each([...wallets, nobody])('counts what %s did as a count over all offers does', async (wallet) => {
    const params = { address: wallet }
    expect(await api.request('trader', { params })).toMatchObject(countByHand(wallet))
    for (const other of wallets) {
      const together = offers.filter((one) => isCompleted(one) && isParty(one, wallet) && isParty(one, other)).length
      const { completedTrades } = await api.request('tradesWith', { params: { address: wallet, other } })
      expect(completedTrades).toBe(wallet === other ? 0 : together)
    }
    const open = newest.filter((one) => one.creator === wallet && !one.settlement && one.expiresAtS >= nowS)
    const listed = await everyPage((cursor) =>
      api.request('traderOffers', { params, query: { limit: '7', ...(cursor && { cursor }) } }),
    )
    expect(listed).toEqual(open.map(offerToWire))
  })

  it('says of a wallet that was never here that it did nothing', async () => {
    expect(await api.request('trader', { params: { address: escrow } })).toMatchObject({
      openOffers: 0,
      completedTrades: 0,
      collections: [],
      collectionCount: 0,
      firstSeen: null,
      lastSeen: null,
    })
  })

  it('finds in a history what twenty random filters let through, in pages of any size, and the same as CSV', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const wallet = pick(...wallets)
      const filter = randomFilter()
      const wanted = historyByHand(wallet, filter)
      const limit = String(1 + below(100))
      const found = await everyPage((cursor) =>
        api.request('traderHistory', {
          params: { address: wallet },
          query: { ...toQuery(filter), limit, ...(cursor && { cursor }) },
        }),
      )
      expect(found).toEqual(wanted.map(offerToWire))
      const { status, headers, body } = await server.raw(historyCsvPath(wallet, toQuery(filter)))
      expect(status).toBe(200)
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="history-0x\d{40}-[-\d]{10}\.csv"$/)
      const [, ...lines] = String(body['text']).trimEnd().split('\r\n')
      expect(lines.map((line) => line.slice(0, 66))).toEqual(wanted.map(({ id }) => id))
    }
  })

  it('writes in a line of CSV what an offer was to the wallet, with the fees of its time', async () => {
    const [wallet] = wallets
    const { body } = await server.raw(historyCsvPath(wallet))
    const lines = String(body['text']).split('\r\n')
    expect(lines[0]).toBe(
      'offer,outcome,date,created,expires,role,counterparty,give,get,coins_give,coins_get,fee,transaction,created_transaction,escrow',
    )
    const mine = offers.find(
      (one) => one.creator === wallet && isCompleted(one) && one.settledBlock !== null && one.createdBlock > 200,
    )
    const line = lines.find((text) => text.startsWith(mine?.id ?? '-')) ?? ''
    expect(line).toContain(`,completed,${new Date((mine?.settlement?.atS ?? 0) * 1000).toISOString()},`)
    expect(line).toContain(`,creator,${mine?.recipient},`)
    expect(line).toMatch(new RegExp(`,0\\.02,${mine?.settlement?.txHash},0x[0-9a-f]{64},${escrow}$`))
    // The collection's name can't become a formula, and stays one field.
    if (line.includes('Cards')) expect(line).toMatch(/"'=Cards, ""old"" #\d+ \(0x6{40}\)|; =Cards/)
    const paid = lines.slice(1, -1).map((text) => /,(0\.0[12])?0?,0x/.exec(text)?.[1])
    expect(new Set(paid)).toEqual(new Set(['0.01', '0.02', undefined]))
  })

  it('refuses what is no address, filter or cursor, and says which field', async () => {
    const [wallet] = wallets
    const field = async (path: string) => {
      const { status, body } = await server.raw(path)
      return [status, body['field']]
    }
    expect(await field('/api/traders/0x12')).toEqual([400, 'address'])
    expect(await field(`/api/traders/${wallet}/history?outcome=lost`)).toEqual([400, 'outcome'])
    expect(await field(`/api/traders/${wallet}/history.csv?with=bob`)).toEqual([400, 'with'])
    expect(await field(`/api/traders/${wallet}/history?cursor=1.0x12`)).toEqual([400, 'cursor'])
    // A cursor of one order is none of another.
    expect(await field(`/api/traders/${wallet}/history?outcome=completed&cursor=1.2`)).toEqual([400, 'cursor'])
    expect(await field(`/api/traders/${wallet}/offers?limit=101`)).toEqual([400, 'limit'])
  })
  it('lets others show of a link whose page it is and what the events say, and nothing of who asks', async () => {
    const [wallet] = wallets
    const { completedTrades, firstSeen } = countByHand(wallet)
    const html = async (address: string) => String((await server.raw(`/trader/${address}`)).body['text'])
    const day = new Date(firstSeen ?? 0).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    // Where the database takes two seconds, a document comes without what the events say.
    const counted = (path: string) =>
      until(async () => {
        const page = String((await server.raw(path)).body['text'])
        return page.includes('first seen on') && page
      })
    const text = await counted(`/trader/${wallet}`)
    const table = await counted(`/table/new?to=${wallet}`)
    for (const line of text.match(/<(title|meta name="description"|meta property="og:(title|description)")[^>]*>/g) ??
      [])
      expect(table).toContain(line)
    expect(table).toContain(`<meta property="og:url" content="${server.url}/table/new?to=${wallet}">`)
    for (const query of ['', '?to=', '?to=0x12', `?to=${wallet}&to=${wallet}`])
      expect(String((await server.raw(`/table/new${query}`)).body['text'])).toContain(
        '<title>Parley: swap NFTs with a friend</title>',
      )
    expect(text).toContain('<meta property="og:title" content="Trade NFTs with 0x1111…1111 · Parley">')
    expect(text).toContain(`content="${completedTrades} completed trades, first seen on ${day}. Counted`)
    expect(text).toContain(`<meta property="og:url" content="${server.url}/trader/${wallet}">`)
    expect(await html(collections[0])).toContain('is the collection =Cards, &quot;old&quot;, not a wallet.')
    expect(await html(escrow)).toContain('is an escrow of Parley, not a wallet.')
    for (const wrong of ['0x12', `0x${'0'.repeat(40)}`, '0x3C44cddDB6a900fa2b585dd299e03d12FA4293BC'])
      expect(await html(wrong)).toContain('<title>Parley: swap NFTs with a friend</title>')
  })
})
