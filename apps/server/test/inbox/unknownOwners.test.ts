import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Nft, OfferId } from '@parley/domain'
import { type PushBrowser, takeOut } from '@parley/testkit'
import { encodeAbiParameters, keccak256, pad, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { openBeside, spoil } from '../given/indexTables.ts'
import { openMarket, type Market, type Person } from '../given/market.ts'
import { servePhone, told } from '../given/pushes.ts'
import { type Member, open, serveTwo, signIn, terms } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
/** The market's deployment without its collection. */
let unlisted: Market
let folder: string
beforeAll(async () => {
  market = await openMarket()
  folder = await mkdtemp(join(tmpdir(), 'parley-unlisted-'))
  const deploymentFile = join(folder, 'deployment.json')
  const deployment = { ...market.deployment, collections: [] }
  await writeFile(deploymentFile, JSON.stringify(deployment))
  unlisted = { ...market, deployment, deploymentFile }
})
afterAll(async () => {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What an inbox says of an offer: the kinds, with `*` while unread. Each look comes with a block, as on the chain. */
async function kindsOf({ api, as }: Member, id: OfferId): Promise<string> {
  await market.wait(1)
  const { items } = await api.request('inbox', { query: as })
  const own = items.filter((item) => item.id.includes(id))
  return own.map(({ kind, isRead }) => `${isRead ? '' : '*'}${kind}`).join(' ')
}

const says = (member: Member, id: OfferId, expected: string) =>
  until(async () => (await kindsOf(member, id)) === expected)

describe.each(engines)('given an offer of NFTs outside the registry, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let alice: Member
  let bob: Member
  /** Alice's. */
  let phone: PushBrowser
  let stop: () => Promise<void>
  beforeAll(async () => {
    database = await databases.fresh()
    ;({ server, alice, bob, phone, stop } = await servePhone(unlisted, database, 'alice'))
  })
  afterAll(() => stop())

  const pushes = (id: OfferId) => told(phone).filter((item) => item === `nft-moved:${id}`).length
  const dealOf = async (id: OfferId): Promise<{ offered: Nft; requested: Nft }> => {
    const offer = await until(() => server.offer(id))
    const nftOf = ([tokenId]: readonly string[]): Nft => ({
      contract: market.collection,
      tokenId: BigInt(tokenId ?? 0),
    })
    return { offered: nftOf(offer.tokenIdsOffered), requested: nftOf(offer.tokenIdsRequested) }
  }

  it('tells its creator once that an NFT asked for has moved, and takes it back while it is there again', async () => {
    const id = await market.offer()
    const { requested } = await dealOf(id)
    const pass = (from: Person, to: Person) => market.transfer(requested, from, to)
    await says(bob, id, '*offer-received')
    expect(await kindsOf(alice, id)).toBe('')
    await pass('bob', 'carol')
    await says(alice, id, '*nft-moved')
    await until(async () => pushes(id) > 0)
    await alice.api.request('readInbox', { query: alice.as, body: { ids: [`nft-moved:${id}`] } })
    await pass('carol', 'bob')
    await says(alice, id, '')
    // A contract could say so at every other look.
    await pass('bob', 'carol')
    await says(alice, id, 'nft-moved')
    expect(pushes(id)).toBe(1)
    await market.cancel(id)
    await says(alice, id, '')
  })

  it('tells both of an NFT that left the escrow', async () => {
    const id = await market.offer()
    const { offered } = await dealOf(id)
    await says(bob, id, '*offer-received')
    await takeOut(market.chain, { escrow: market.escrow.address, nft: offered, to: market.address('carol') })
    await says(bob, id, '*nft-moved *offer-received')
    await says(alice, id, '*nft-moved')
    await market.transfer(offered, 'carol', market.escrow.address)
    await says(alice, id, '')
    await says(bob, id, '*offer-received')
    await market.cancel(id)
  })

  it.each(['is cancelled', 'has expired'])('keeps no owner of them once their offer %s', async (end) => {
    const db = await openBeside(unlisted, database)
    const known = () => db.read.selectFrom('nft_owners').select('token').execute()
    // Each look takes a second of it.
    const durationS = 3_600
    const id = await market.offer({ durationS })
    const { requested } = await dealOf(id)
    await market.transfer(requested, 'bob', 'carol')
    await says(alice, id, '*nft-moved')
    expect((await known()).length).toBeGreaterThan(0)
    if (end === 'is cancelled') await market.cancel(id)
    else await market.wait(durationS)
    await until(async () => {
      await market.wait(1)
      return (await known()).length === 0
    })
    await db.close()
  })
})

/** The slot of OpenZeppelin's owners. The demo collection has no function that burns. */
async function burn({ contract, tokenId }: Nft, holder: Person): Promise<void> {
  const { client } = market.chain
  const owner = pad(market.address(holder))
  for (let at = 0n; at < 16n; at += 1n) {
    const slot = keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [tokenId, at]))
    const value = await client.getStorageAt({ address: contract, slot })
    if (value?.toLowerCase() === owner.toLowerCase())
      return client.setStorageAt({ address: contract, index: slot, value: zeroHash })
  }
  throw new Error('no slot has its owner')
}

describe('given an NFT that was burned after an offer asked for it, before the index began', () => {
  const databases = givenDatabases('sqlite')

  it('tells that it has moved, as an index does that was there', async () => {
    const id = await market.offer()
    const first = await startTestServer(market, await databases.fresh())
    const offer = await until(() => first.offer(id))
    await first.stop()
    await burn({ contract: market.collection, tokenId: BigInt(offer.tokenIdsRequested[0] ?? 0) }, 'bob')
    const server = await startTestServer(market, await databases.fresh())
    await says(await signIn(server.url, 'alice'), id, '*nft-moved')
    await server.stop()
    await market.cancel(id)
  })
})

describe.each(engines)('given an NFT on a table that was burned before the index was rebuilt, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('tells both that it has moved, and nothing of a table whose NFTs are where they were', async () => {
    const database = await databases.fresh()
    const before = await serveTwo(market, database)
    const [hers, his] = [await market.mint('alice'), await market.mint('bob')]
    const { tableId } = await open(before.alice, before.bob, terms({ opener: [hers], guest: [his] }))
    const carol = { address: market.address('carol') }
    await open(before.bob, carol, terms({ opener: [await market.mint('bob')], guest: [await market.mint('carol')] }))
    await before.server.stop()
    await spoil(market, database, (tx) => tx.updateTable('chain_identity').set({ genesis_hash: zeroHash }).execute())
    await burn(his, 'bob')
    const server = await startTestServer(market, database)
    const [alice, bob] = [await signIn(server.url, 'alice'), await signIn(server.url, 'bob')]
    const moved = async (member: Member): Promise<string[]> => {
      await market.wait(1)
      const { items } = await member.api.request('inbox', { query: member.as })
      return items.filter(({ kind }) => kind === 'nft-moved').map(({ id }) => id)
    }
    await until(async () => (await moved(alice)).length > 0)
    expect(await moved(alice)).toEqual([`nft-moved:${tableId}:1`])
    expect(await moved(bob)).toEqual([`nft-moved:${tableId}:1`])
    await server.stop()
  })
})
