import { findClaims } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { type PushBrowser, takeOut } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { noteDepartures } from '../../src/inbox/departures.ts'
import { readMarks } from '../../src/inbox/inboxStore.ts'
import { openBeside, spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { servePhone, told, waitingPushes } from '../given/pushes.ts'
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
  /** Alice's. */
  let phone: PushBrowser
  let stop: () => Promise<void>
  beforeAll(async () => {
    market = await openMarket()
    database = await databases.fresh()
    ;({ server, alice, bob, phone, stop } = await servePhone(market, database, 'alice'))
  })
  afterAll(async () => {
    await stop()
    await market.stop()
  })
  /** Waits for a push about an item to Alice's phone. */
  const rings = (item: string) => until(async () => told(phone).some((id) => id.startsWith(item)))
  /** Waits for this many pushes of an item. Until the server has noted one, it tells of a second departure as well. */
  const isPushed = (item: string, times: number) =>
    until(async () => told(phone).filter((id) => id === item).length === times && (await waitingPushes(server)) === 0)
  /** Where a push leads. */
  const pathOf = (item: string) => phone.received.find(({ message }) => message.id === item)?.message.path

  const requestedOf = async (id: OfferId): Promise<Nft> => {
    const offer = await until(() => server.offer(id))
    return { contract: market.collection, tokenId: BigInt(offer.tokenIdsRequested[0] ?? 0) }
  }

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
    await rings(`offer-declined:${id}`)
    const { items } = await readInbox(alice)
    expect(items.find(({ kind }) => kind === 'offer-declined')?.decline).toEqual(body)

    const nft = await requestedOf(id)
    await market.transfer(nft, 'bob', 'carol')
    await until(async () => (await lines(alice, id)).includes('*nft-moved take-back'))
    await isPushed(`nft-moved:${id}`, 1)
    await market.transfer(nft, 'carol', 'bob')
    await says(alice, id, ['*offer-declined take-back'])

    // Read and pushed before, and once more where it leaves again.
    const moved = async () => (await lines(alice, id)).find((line) => line.includes('nft-moved')) ?? null
    const saysMoved = (expected: string | null) => until(async () => (await moved()) === expected)
    const read = { ids: [`nft-moved:${id}`] }
    await market.transfer(nft, 'bob', 'carol')
    await saysMoved('*nft-moved take-back')
    await isPushed(`nft-moved:${id}`, 2)
    await alice.api.request('readInbox', { query: alice.as, body: read })
    await saysMoved('nft-moved take-back')
    // Blocks that are read again, as after a crash, change nothing.
    const block = Number(await market.chain.client.getBlockNumber())
    const change = { ...nft, from: market.address('bob'), to: market.address('carol'), block }
    await spoil(market, database, (tx) => noteDepartures(tx, [change], [market.escrow.address]))
    const again = await openBeside(market, database)
    expect((await readMarks(again.read, alice.address)).has(`nft-moved:${id}`)).toBe(true)
    await again.close()
    // Passed on, it is as far away as before.
    await market.transfer(nft, 'carol', 'alice')
    await server.indexer.catchUp()
    expect(await moved()).toBe('nft-moved take-back')
    await market.transfer(nft, 'alice', 'bob')
    await saysMoved(null)
    await market.transfer(nft, 'bob', 'carol')
    await saysMoved('*nft-moved take-back')
    await isPushed(`nft-moved:${id}`, 3)
    await market.transfer(nft, 'carol', 'bob')
    await saysMoved(null)

    await market.wait(2 * dayS)
    await until(async () => (await lines(alice, id)).includes('*expires-in-day take-back'))
    await rings(`expires-in-day:${id}`)
    await says(bob, id, ['*expires-in-day answer-offer', '*offer-received answer-offer'])
    await market.wait(dayS - hourS)
    await until(async () => (await lines(bob, id))[0] === '*expires-in-hour answer-offer')
    await rings(`expires-in-hour:${id}`)
    await market.wait(hourS + 1)
    await until(async () => (await lines(alice, id))[0] === '*expired bring-home')
    await rings(`expired:${id}`)
    expect(pathOf(`expired:${id}`)).toBe('/escrow')
    expect(pathOf(`expires-in-hour:${id}`)).toBe(`/p2p/${id}`)
    expect((await lines(bob, id)).filter((line) => line.includes(' '))).toEqual([])
    await market.recover(id, 'bob')
    await until(async () => (await lines(alice, id)).includes('*offer-returned'))
    await rings(`offer-returned:${id}`)
    expect((await lines(alice, id)).filter((line) => line.includes(' '))).toEqual([])
  })

  it('tells of an acceptance, and of NFTs that could not go home', async () => {
    const accepted = await market.offer()
    await market.accept(accepted)
    await says(alice, accepted, ['*offer-accepted'])
    await rings(`offer-accepted:${accepted}`)
    await says(bob, accepted, ['*offer-received'])

    const stuck = await market.offer()
    await until(() => server.offer(stuck))
    const { client } = market.chain
    const code = (await client.getCode({ address: market.collection })) ?? '0x'
    await client.setCode({ address: market.collection, bytecode: '0xfe' })
    await market.cancel(stuck).finally(() => client.setCode({ address: market.collection, bytecode: code }))
    await says(alice, stuck, ['*not-returned claim'])
    await rings(`not-returned:${stuck}`)
    expect(pathOf(`not-returned:${stuck}`)).toBe('/escrow')
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
    await rings(`table-declined:${tableId}`)
    await at(alice, tableId).lay(1, terms({ opener: [mine], guest: [his], durationMinutes: 60 }), { isReady: true })
    await says(bob, tableId, ['*table-answer answer-table'])
    await at(bob, tableId).tick(2)
    await says(alice, tableId, ['*table-lock lock-in'])
    await rings(`table-lock:${tableId}`)
    await says(bob, tableId, ['*table-answer'])
    await at(alice, tableId).leave()
    await says(alice, tableId, ['*table-lock'])
  })

  it('says what a counter changed', async () => {
    const [mine, his] = [await market.mint('alice'), await market.mint('bob')]
    const before = terms({ opener: [mine], guest: [his] })
    const { tableId } = await open(alice, bob, before)
    await at(bob, tableId).lay(1, terms({ opener: [mine], openerWei: 5n, guest: [his], durationMinutes: 60 }))
    await says(alice, tableId, ['*table-answer answer-table'])
    const { items } = await readInbox(alice)
    expect(items.find(({ id }) => id.includes(tableId))?.counter).toEqual({ before, durationMinutes: 60 })
    await at(alice, tableId).leave()
  })

  it('tells both of an offered NFT that its collection took out of the escrow, and again when it is taken again', async () => {
    const page = await openTablePage(bob)
    const added = () => page.events.flatMap((event) => (event.type === 'inbox' ? event.added : []))
    const id = await market.offer()
    const item = `nft-moved:${id}`
    await says(bob, id, ['*offer-received answer-offer'])
    const [offered] = (await until(() => server.offer(id))).tokenIdsOffered
    const nft: Nft = { contract: market.collection, tokenId: BigInt(offered ?? 0) }
    const { escrow } = market
    const take = () => takeOut(market.chain, { escrow: escrow.address, nft, to: market.address('carol') })
    const putBack = () => market.transfer(nft, 'carol', escrow.address)
    await take()
    await says(alice, id, ['*nft-moved take-back'])
    await says(bob, id, ['*nft-moved answer-offer', '*offer-received answer-offer'])
    await until(async () => added().includes(item))
    await isPushed(item, 1)
    const { items } = await readInbox(bob)
    expect(items.find((one) => one.id === item)?.nfts.map(({ tokenId }) => BigInt(tokenId))).toEqual([nft.tokenId])

    for (const member of [alice, bob])
      await member.api.request('readInbox', { query: member.as, body: { ids: [item] } })
    await says(alice, id, ['nft-moved take-back'])
    // A new index finds it by who holds the NFT.
    const rebuilt = await startTestServer(market, await databases.fresh())
    await says(await signIn(rebuilt.url, 'bob'), id, ['*nft-moved answer-offer', '*offer-received answer-offer'])
    await rebuilt.stop()

    await putBack()
    await says(alice, id, [])
    await says(bob, id, ['*offer-received answer-offer'])
    await take()
    await says(alice, id, ['*nft-moved take-back'])
    await says(bob, id, ['*nft-moved answer-offer', '*offer-received answer-offer'])
    await isPushed(item, 2)
    page.leave()
    await putBack()
    await market.cancel(id)
    await says(alice, id, [])
  })

  it('tells an open page of each NFT of a table that moves, offered or asked for', async () => {
    const [mine, his] = [await market.mint('alice'), await market.mint('bob')]
    const { tableId } = await open(alice, bob, terms({ opener: [mine], guest: [his] }))
    const page = await openTablePage(alice)
    const news = () => page.events.filter(({ type }) => type === 'inbox').length
    const item = `nft-moved:${tableId}:1`
    const moved = async () => {
      const { items } = await readInbox(alice)
      return items.find(({ id }) => id === item)?.nfts.map(({ tokenId }) => BigInt(tokenId))
    }
    await market.transfer(his, 'bob', 'carol')
    // The opening of the table may be news as well.
    await until(async () => page.events.some((event) => event.type === 'inbox' && event.added.includes(item)))
    expect(await moved()).toEqual([his.tokenId])
    const before = news()
    await market.transfer(mine, 'alice', 'carol')
    await until(async () => news() > before)
    expect(await moved()).toEqual([mine.tokenId, his.tokenId])
    page.leave()
    await at(alice, tableId).leave()
    expect(await moved()).toBeUndefined()
  })

  it('counts what a countered offer holds as its creator’s, until its collection takes it away', async () => {
    const id = await market.offer()
    const { tokenIdsOffered, tokenIdsRequested } = await until(() => server.offer(id))
    const nftOf = ([tokenId]: readonly string[]): Nft => ({
      contract: market.collection,
      tokenId: BigInt(tokenId ?? 0),
    })
    const [hers, his] = [nftOf(tokenIdsOffered), nftOf(tokenIdsRequested)]
    await server.indexer.catchUp()
    const { tableId } = await open(bob, alice, terms({ opener: [his], openerWei: 1n, guest: [hers] }), { counters: id })
    await says(bob, tableId, [])
    await says(alice, tableId, ['*table-answer answer-table'])
    const { escrow } = market
    await takeOut(market.chain, { escrow: escrow.address, nft: hers, to: market.address('carol') })
    await says(bob, tableId, ['*nft-moved answer-table'])
    await until(async () => (await lines(alice, tableId)).includes('*nft-moved answer-table'))
    await market.transfer(hers, 'carol', escrow.address)
    await says(bob, tableId, [])
    await at(bob, tableId).leave()
    await market.cancel(id)
  })

  it('tells an open page of a moved NFT though its inbox is in no memory any more', async () => {
    const forgetful = await startTestServer(market, await databases.fresh(), { INBOX_MEMORY_MB: '0' })
    const [opener, guest] = [await signIn(forgetful.url, 'alice'), await signIn(forgetful.url, 'bob')]
    const his = await market.mint('bob')
    const { tableId } = await open(opener, guest, terms({ guest: [his] }))
    const page = await openTablePage(opener)
    const added = () => page.events.flatMap((event) => (event.type === 'inbox' ? event.added : []))
    await market.transfer(his, 'bob', 'carol')
    await until(async () => added().includes(`nft-moved:${tableId}:1`))
    page.leave()
    await forgetful.stop()
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

  it('counts nothing of a blocked wallet, on any device, and sends no push of it, until it is unblocked', async () => {
    const carol = await signIn(server.url, 'carol')
    const counts = async () => (await readInbox(alice)).counts
    const before = await counts()
    const page = await openTablePage(alice)
    const change = (body: { block: Address } | { unblock: Address }) =>
      alice.api.request('changeInbound', { query: alice.as, body })
    const first = await market.offer({ from: 'carol', to: 'alice' })
    await says(alice, first, ['*offer-received answer-offer'])
    const news = page.events.length
    await change({ block: carol.address })
    await until(async () => page.events.slice(news).some(({ type }) => type === 'inbox'))
    expect(await counts()).toEqual(before)
    expect(await lines(alice, first)).toEqual(['offer-received answer-offer'])
    const second = await market.offer({ from: 'carol', to: 'alice' })
    await says(alice, second, ['offer-received answer-offer'])
    expect(await counts()).toEqual(before)
    // The push of a later one is sent after it.
    const third = await market.offer({ from: 'bob', to: 'alice' })
    await rings(`offer-received:${third}`)
    await change({ unblock: carol.address })
    await says(alice, second, ['*offer-received answer-offer'])
    expect((await counts()).needsYou).toBe(before.needsYou + 3)
    const fourth = await market.offer({ from: 'bob', to: 'alice' })
    await rings(`offer-received:${fourth}`)
    expect(told(phone)).not.toContain(`offer-received:${second}`)
    page.leave()
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
