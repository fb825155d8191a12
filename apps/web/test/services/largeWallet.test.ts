import { createServer, type Server } from 'node:http'
import { createApiClient } from '@parley/protocol'
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { generalPortal } from '../../src/portals/portalRoutes.ts'
import { createSession } from '../../src/services/openSession.ts'
import { holdingsQuery, pagesAtOnce, wantMore } from '../../src/services/holdingsQuery.ts'
import { nobodysConfig } from '../given/nobodysConfig.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x54c800d2331e10467143911aabca092d68bf4166'
/** More pages than are read in one go, one NFT in each. */
const pages = pagesAtOnce + 7

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, answer) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const page = Number(searchParams.get('cursor')?.split('.')[1] ?? 0) + 1
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(answerOf(page)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('no port')
  url = `http://127.0.0.1:${place.port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function answerOf(page: number) {
  const nft = {
    contract,
    tokenId: String(page),
    name: `#${page}`,
    collectionName: 'Dokyo',
    image: '',
    escrowedBy: null,
  }
  return {
    success: true,
    address: alice,
    nfts: [nft],
    unreadable: [],
    nextCursor: page < pages ? `${contract}.${page}` : null,
    block: 1,
  }
}

describe('given a wallet that holds more than is read in one go', () => {
  it('says how far it was read, and continues on request', async () => {
    const session = createSession(nobodysConfig(), createApiClient(url))
    const query = holdingsQuery(session, generalPortal, alice)
    const first = await session.queries.fetchQuery(query)
    expect(first).toMatchObject({ source: 'server', readUpTo: pagesAtOnce })
    expect(first.nfts).toHaveLength(pagesAtOnce)

    wantMore(alice)
    const all = await session.queries.fetchQuery({ ...query, staleTime: 0 })
    expect(all.readUpTo).toBeNull()
    expect(all.nfts.map(({ tokenId }) => Number(tokenId))).toEqual(Array.from({ length: pages }, (_, at) => at + 1))
  })
})
