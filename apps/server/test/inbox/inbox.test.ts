import { findClaims } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { transact, wallets } from '@parley/testkit'
import { erc721Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, type Member, open, openTablePage, refusalOf, send, signIn, terms } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

const hourS = 3_600
const dayS = 24 * hourS

const readInbox = ({ api, as }: Member, cursor?: string) =>
  api.request('inbox', { query: { ...as, ...(cursor !== undefined && { cursor }) } })

/** The items of a subject in an inbox. Each is `kind act`, or `kind` where nothing is left to do; `*` while unread. */
async function lines(member: Member, subject: string): Promise<string[]> {
  const { items } = await readInbox(member)
  return items
    .filter(({ id }) => id.includes(subject))
    .map(({ kind, act, isRead }) => `${isRead ? '' : '*'}${kind}${act ? ` ${act}` : ''}`)
}

const says = (member: Member, subject: string, expected: readonly string[]) =>
  until(async () => JSON.stringify(await lines(member, subject)) === JSON.stringify(expected))

describe.each(engines)('given two people with an inbox, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let market: Market
  let database: DatabaseEnv
  let server: TestServer
  let alice: Member
  let bob: Member
  beforeAll(async () => {
    market = await openMarket()
    database = await databases.fresh()
    server = await startTestServer(market, database)
    alice = await signIn(server.url, 'alice')
    bob = await signIn(server.url, 'bob')
  })
  afterAll(async () => {
    await server.stop()
    await market.stop()
  })

  const requestedOf = async (id: OfferId): Promise<Nft> => {
    const offer = await until(() => server.offer(id))
    return { contract: market.collection, tokenId: BigInt(offer.tokenIdsRequested[0] ?? 0) }
  }
  const give = (from: 'bob' | 'carol', to: 'bob' | 'carol', { contract, tokenId }: Nft) =>
    transact(market.chain.client, {
      from: wallets[from],
      to: contract,
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [market.address(from), market.address(to), tokenId],
    })

  it('follows an offer from its creation to the day after, each kind from its cause', async () => {
    const page = await openTablePage(bob)
    const id = await market.offer({ durationS: 3 * dayS })
    await says(bob, id, ['*offer-received answer-offer'])
    await until(async () => page.events.some((event) => event.type === 'inbox'))
    expect(page.events.flatMap((event) => (event.type === 'inbox' ? event.added : []))).toEqual([
      `offer-received:${id}`,
    ])
    page.leave()

    const body = { reason: 'not-now', text: 'Later, perhaps' } as const
    await bob.api.request('declineOffer', { params: { offerId: id }, query: bob.as, body })
    await says(alice, id, ['*offer-declined take-back'])
    const { items } = await readInbox(alice)
    expect(items.find(({ kind }) => kind === 'offer-declined')?.decline).toEqual(body)

    const nft = await requestedOf(id)
    await give('bob', 'carol', nft)
    await until(async () => (await lines(alice, id)).includes('*nft-moved take-back'))
    await give('carol', 'bob', nft)
    await says(alice, id, ['*offer-declined take-back'])

    await market.wait(2 * dayS)
    await until(async () => (await lines(alice, id)).includes('*expires-in-day take-back'))
    await says(bob, id, ['*expires-in-day answer-offer', '*offer-received answer-offer'])
    await market.wait(dayS - hourS)
    await until(async () => (await lines(bob, id))[0] === '*expires-in-hour answer-offer')
    await market.wait(hourS + 1)
    await until(async () => (await lines(alice, id))[0] === '*expired bring-home')
    expect((await lines(bob, id)).filter((line) => line.includes(' '))).toEqual([])
    await market.recover(id, 'bob')
    await until(async () => (await lines(alice, id)).includes('*offer-returned'))
    expect((await lines(alice, id)).filter((line) => line.includes(' '))).toEqual([])
  })

  it('tells of an acceptance, and of NFTs that could not go home', async () => {
    const accepted = await market.offer()
    await market.accept(accepted)
    await says(alice, accepted, ['*offer-accepted'])
    await says(bob, accepted, ['*offer-received'])

    const stuck = await market.offer()
    await until(() => server.offer(stuck))
    const { client } = market.chain
    const code = (await client.getCode({ address: market.collection })) ?? '0x'
    await client.setCode({ address: market.collection, bytecode: '0xfe' })
    await market.cancel(stuck).finally(() => client.setCode({ address: market.collection, bytecode: code }))
    await says(alice, stuck, ['*not-returned claim'])
    await market.claim(stuck)
    // Home, and remembered.
    await says(alice, stuck, ['*not-returned'])
    const { items } = await readInbox(alice)
    const nfts = items.find(({ id }) => id === `not-returned:${stuck}`)?.nfts ?? []
    expect(nfts).toHaveLength(1)
    // A browser without a session reads it from the index, and from the chain while the server is away.
    const claimsOf = async (address: Address) => (await alice.api.request('claims', { params: { address } })).claims
    const [claimed, ...others] = await claimsOf(alice.address)
    expect(claimed).toMatchObject({ offer: { offerId: stuck, status: 'cancelled' }, nfts })
    expect([...others, ...(await claimsOf(bob.address))]).toEqual([])
    expect(await findClaims(client, market.escrow.address)).toEqual([
      {
        offerId: stuck,
        nft: { contract: market.collection, tokenId: BigInt(nfts[0]?.tokenId ?? 0) },
        atS: claimed?.at,
      },
    ])
  })

  it('follows a table to its lock', async () => {
    const [mine, his] = [await market.mint('alice'), await market.mint('bob')]
    const { tableId } = await open(alice, bob, terms({ opener: [mine], guest: [his] }))
    await says(bob, tableId, ['*table-answer answer-table'])
    await at(bob, tableId).decline(1)
    await says(alice, tableId, ['*table-declined answer-table'])
    await at(alice, tableId).lay(1, terms({ opener: [mine], guest: [his], durationMinutes: 60 }), { isReady: true })
    await says(bob, tableId, ['*table-answer answer-table'])
    await at(bob, tableId).tick(2)
    await says(alice, tableId, ['*table-lock lock-in'])
    await says(bob, tableId, ['*table-answer'])
    await at(alice, tableId).leave()
    await says(alice, tableId, ['*table-lock'])
  })

  it('keeps reading marks on every device, and through a new index with the same items', async () => {
    const id = await market.offer()
    await says(bob, id, ['*offer-received answer-offer'])
    const elsewhere = await signIn(server.url, 'bob')
    const body = { ids: [`offer-received:${id}`, 'offer-received:0x00'] }
    const { counts } = await bob.api.request('readInbox', { query: bob.as, body })
    await says(elsewhere, id, ['offer-received answer-offer'])
    const before = await readInbox(elsewhere)
    expect(before.counts).toEqual(counts)

    const later = await market.offer()
    await says(bob, later, ['*offer-received answer-offer'])
    // As where a page lists all but the last; the later one may be of the same second.
    const shown = before.items.slice(0, -1)
    const end = shown.at(-1)
    const after = `${end?.needsYou ? 1 : 0}.${end?.order}.${end?.id}`
    await bob.api.request('readInbox', { query: bob.as, body: { ids: shown.map(({ id: item }) => item) } })
    await bob.api.request('readInbox', { query: bob.as, body: { after } })
    const all = await readInbox(bob)
    expect(all.items.filter(({ isRead }) => !isRead).map(({ id: item }) => item)).toEqual([`offer-received:${later}`])

    await spoil(market, database, async (tx) => {
      await tx.deleteFrom('offers').execute()
      await tx.deleteFrom('checkpoints').execute()
    })
    await until(async () => {
      const again = await readInbox(bob)
      return JSON.stringify(again.items) === JSON.stringify(all.items)
    })
  })

  it('counts what came before the first sign-in as read unless it needs the wallet', async () => {
    const settled = await market.offer({ to: 'carol' })
    await market.accept(settled, 'carol')
    const open = await market.offer({ to: 'carol' })
    await market.wait(2)
    // The clock of the first reading is that of the newest block indexed.
    await until(() => server.offer(open))
    await server.indexer.catchUp()
    const carol = await signIn(server.url, 'carol')
    await says(carol, settled, ['offer-received'])
    await says(carol, open, ['*offer-received answer-offer'])
    await market.accept(open, 'carol')
    await market.wait(2)
    const later = await market.offer({ to: 'carol' })
    await market.accept(later, 'carol')
    await says(carol, later, ['*offer-received'])
  })

  it('reads on page by page, and refuses strangers, other wallets and foreign cursors', async () => {
    for (let count = 0; count < 3; count += 1) await market.offer({ from: 'carol', to: 'bob' })
    const { items, nextCursor } = await until(async () => {
      const page = await readInbox(bob)
      return page.items.length >= 3 && page
    })
    expect(nextCursor).toBeNull()
    const third = items[2]
    const cursor = `${third?.needsYou ? 1 : 0}.${third?.order}.${third?.id}`
    expect((await readInbox(bob, cursor)).items).toEqual(items.slice(3))
    expect(await refusalOf(readInbox(bob, 'x'))).toMatch(/^400/)
    expect(await refusalOf(alice.api.request('inbox', { query: bob.as }))).toBe('401 other-wallet')
    expect(await send(bob, 'POST', `/api/inbox/read?as=${bob.address}`, { ids: ['<b>'] })).toMatchObject({
      status: 400,
    })
    const stranger = await fetch(`${server.url}/api/inbox?as=${bob.address}`)
    expect(stranger.status).toBe(401)
  })
})
