import { connect } from 'node:net'
import { allRoutes, type OfferHint } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { givenServer } from '../given/marketServer.ts'

const given = givenServer()

const id = `0x${'11'.repeat(32)}`
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const send = (method: string, path: string, body: string, type = 'application/json') =>
  given.server.raw(path, { method, headers: { 'content-type': type }, body })

describe('given a parameter that is wrong', () => {
  const byAddress = [
    '/api/swap-offers/creator/',
    '/api/swap-offers/recipient/',
    '/api/swap-offers/user/',
    '/api/expired-offers/creator/',
    '/api/holdings/',
  ]
  const addresses = [
    '0x12',
    'alice',
    `${address}00`,
    `0x${'0'.repeat(40)}`,
    '0x70997970c51812dc3A010C7d01b50e0d17dc79C8',
    `0x${'g'.repeat(40)}`,
    '%00',
  ]
  it.each(byAddress.flatMap((path) => addresses.map((wrong) => [path, wrong] as const)))(
    'answers 400 for %s%s and names the field',
    async (path, wrong) => {
      const answer = await given.server.raw(path + wrong)
      expect(answer).toMatchObject({ status: 400, body: { success: false, field: 'address' } })
      expect(answer.body['error']).toMatch(/^not an address/)
    },
  )

  it.each(['0x12', 'latest', `${id}00`, `0x${'zz'.repeat(32)}`])('answers 400 for the offer id %s', async (wrong) => {
    const paths = [
      ['GET', undefined],
      ['PATCH', '{"isActive":false}'],
    ] as const
    for (const [method, body] of paths) {
      const headers = { 'content-type': 'application/json' }
      const answer = await given.server.raw(`/api/swap-offers/${wrong}`, body ? { method, body, headers } : { method })
      expect(answer).toMatchObject({ status: 400, body: { success: false, field: 'offerId' } })
    }
  })

  it.each([
    ['/api/swap-offers/sync?fromBlock=5', 'fromBlock'],
    ['/api/swap-offers/sync?fromBlock=0&fromBlock=0', 'fromBlock'],
    [`/api/swap-offers/user/${address}?limit=0`, 'limit'],
    [`/api/swap-offers/user/${address}?limit=101`, 'limit'],
    [`/api/swap-offers/user/${address}?limit=1e1`, 'limit'],
    [`/api/swap-offers/user/${address}?cursor=abc`, 'cursor'],
    [`/api/swap-offers/user/${address}?cursor=${'1'.repeat(200)}`, 'cursor'],
    [`/api/holdings/${address}?cursor=abc`, 'cursor'],
  ])('answers 400 for %s and names %s', async (path, field) => {
    expect(await given.server.raw(path)).toMatchObject({ status: 400, body: { success: false, field } })
  })
})

describe('given a body that is wrong', () => {
  const right: OfferHint = {
    offerId: id,
    creator: address,
    recipient: other,
    nftContractOffered: address,
    tokenIdOffered: '1',
    nftContractRequested: other,
    tokenIdRequested: '2',
    nftContractsOffered: [address],
    tokenIdsOffered: ['1'],
    nftContractsRequested: [other],
    tokenIdsRequested: ['2'],
    isActive: true,
    tokenIdA: 1,
    tokenIdB: 2,
    expiresAt: '1900000000',
    myNftCount: 1,
    friendNftCount: 1,
  }
  const many = <T>(value: T, count: number) => Array.from({ length: count }, () => value)
  const wrongs: [string, Record<string, unknown>][] = [
    ...Object.keys(right).map((field): [string, Record<string, unknown>] => [field, { [field]: undefined }]),
    ['offerId', { offerId: 5 }],
    ['creator', { creator: '0x0' }],
    ['tokenIdsOffered.0', { tokenIdsOffered: ['-1'] }],
    ['tokenIdsOffered.0', { tokenIdsOffered: ['0x1'] }],
    ['tokenIdsOffered.0', { tokenIdsOffered: [String(2n ** 256n)] }],
    ['tokenIdsOffered.0', { tokenIdsOffered: [1] }],
    ['tokenIdOffered', { tokenIdOffered: '01' }],
    ['nftContractsOffered', { nftContractsOffered: many(address, 21), tokenIdsOffered: many('1', 21) }],
    ['nftContractsOffered', { nftContractsOffered: [] }],
    ['tokenIdsOffered', { tokenIdsOffered: ['1', '2'] }],
    ['tokenIdsRequested', { tokenIdsRequested: ['2', '3'] }],
    ['nftContractOffered', { nftContractOffered: other }],
    ['tokenIdRequested', { tokenIdRequested: '3' }],
    ['tokenIdA', { tokenIdA: 2 }],
    ['tokenIdA', { tokenIdA: null }],
    ['tokenIdB', { tokenIdB: '2' }],
    ['myNftCount', { myNftCount: 2 }],
    ['friendNftCount', { friendNftCount: 1.5 }],
    ['isActive', { isActive: 'true' }],
    ['expiresAt', { expiresAt: 1_900_000_000 }],
    ['expiresAt', { expiresAt: '2030-01-01' }],
  ]
  it.each(wrongs)('answers 400 to a record and names %s (%o)', async (field, wrong) => {
    const answer = await send('POST', '/api/swap-offers', JSON.stringify({ ...right, ...wrong }))
    expect(answer).toMatchObject({ status: 400, body: { success: false, field } })
  })

  it.each<[string, unknown]>([
    ['status', {}],
    ['status', { status: 'cancelled' }],
    ['isActive', { isActive: 1 }],
    ['isActive', { isActive: true, status: 'completed' }],
    ['completedBy', { status: 'completed', completedBy: 'bob' }],
    ['completedTxHash', { status: 'completed', completedTxHash: '0x12' }],
    ['completedTxHash', { isActive: false, completedTxHash: id }],
    ['completedAt', { status: 'completed', completedAt: 'yesterday' }],
  ])('answers 400 to a patch and names %s (%o)', async (field, body) => {
    const answer = await send('PATCH', `/api/swap-offers/${id}`, JSON.stringify(body))
    expect(answer).toMatchObject({ status: 400, body: { success: false, field } })
  })

  it.each([
    ['no JSON', '{bad'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['a prototype', '{"__proto__":{"isActive":true}}'],
    ['NaN', '{"isActive":NaN}'],
    ['nested 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('answers 400 to %s', async (_, body) => {
    for (const [method, path] of [
      ['POST', '/api/swap-offers'],
      ['PATCH', `/api/swap-offers/${id}`],
    ] as const) {
      expect(await send(method, path, body)).toMatchObject({ status: 400, body: { success: false } })
    }
  })

  it('answers 413 to more than 64 KiB, and 415 to anything but JSON', async () => {
    const big = JSON.stringify({ ...right, creator: 'x'.repeat(70_000) })
    expect(await send('POST', '/api/swap-offers', big)).toMatchObject({ status: 413, body: { success: false } })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect(await send('POST', '/api/swap-offers', 'a=b', type)).toMatchObject({
        status: 415,
        body: { success: false },
      })
    }
  })
})

describe('given an address that nothing answers', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/swap-offers', '/api/nft/1'])(
    'answers 404 as JSON for %s',
    async (path) => {
      expect(await given.server.raw(path)).toMatchObject({ status: 404, body: { success: false } })
    },
  )

  it.each(['DELETE', 'PUT', 'POST'])('answers 404 to %s where that is no method of the route', async (method) => {
    expect(await given.server.raw('/api/config', { method })).toMatchObject({ status: 404, body: { success: false } })
  })

  it.each(['/%zz', '/api/%ff'])('answers 400 for the malformed address %s', async (path) => {
    expect(await given.server.raw(path)).toMatchObject({ status: 400, body: { success: false } })
  })
})

describe('given requests that are no HTTP', () => {
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(given.server.port, '127.0.0.1', () => socket.end(bytes))
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
      socket.on('close', () => resolve(answer)).on('error', reject)
    })

  const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))

  it('answers 400 and closes', async () => {
    const answer = await raw('NOT HTTP AT ALL\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400/)
    expect(bodyOf(answer)).toEqual({ success: false, error: expect.any(String) })
  })

  it('answers 431 to headers without end', async () => {
    const answer = await raw(`GET /health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 431/)
    expect(bodyOf(answer)).toEqual({ success: false, error: expect.any(String) })
  })
})

describe('given more requests than an address may send', () => {
  it('answers 429 with Retry-After, first to those that cost the chain something', async () => {
    const limits = { REQUESTS_PER_MINUTE: '20', WRITES_PER_MINUTE: '3' }
    const strict = await given.startAnother(limits)
    try {
      const patches = []
      for (let count = 0; count < 5; count += 1) {
        const body = '{"isActive":false}'
        const headers = { 'content-type': 'application/json' }
        patches.push(await strict.raw(`/api/swap-offers/${id}`, { method: 'PATCH', headers, body }))
      }
      expect(patches.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429])
      expect(patches[4]?.body).toMatchObject({ success: false })
      expect(Number(patches[4]?.headers.get('retry-after'))).toBeGreaterThan(0)
      const reads = []
      for (let count = 0; count < 25; count += 1) reads.push(await strict.raw('/api/config'))
      expect(reads.filter(({ status }) => status === 200)).toHaveLength(15)
      const last = reads.at(-1)
      expect(last).toMatchObject({ status: 429, body: { success: false } })
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
      // What restarts a server that gives no answer has no allowance to use up.
      expect(await strict.raw('/alive')).toMatchObject({ status: 200, body: { success: true } })
    } finally {
      await strict.stop()
    }
  })
})

describe('given the route table', () => {
  it('is described whole as OpenAPI', async () => {
    const described = JSON.stringify((await given.server.raw('/api/openapi.json')).body)
    for (const name of Object.keys(allRoutes)) expect(described).toContain(`"operationId":"${name}"`)
  })
})
