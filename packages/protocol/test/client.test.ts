import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError, createApiClient, createClientOf } from '../src/client.ts'
import { inboxRoutes } from '../src/inbox.ts'

/** What the server answers next, and what it was asked last. */
let answer: { status: number; body: string; afterMs?: number }
let asked: { method: string | undefined; url: string | undefined; body: string }
let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      asked = { method: request.method, url: request.url, body }
      setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.afterMs ?? 0)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const failureOf = async (request: Promise<unknown>): Promise<ApiError> => {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('not an ApiError', { cause: error })
  return error
}

describe('given a route of the table', () => {
  it('fills in the path, leaves out what is not asked, and parses the answer', async () => {
    const body = { success: true, offers: [], nextCursor: null, counts: { active: 0, completed: 0 }, unreturned: [] }
    answer = { status: 200, body: JSON.stringify(body) }
    const client = createApiClient(url)
    const page = await client.request('offersByUser', {
      params: { address: alice },
      query: { limit: '5', cursor: undefined },
    })
    expect(page).toEqual(body)
    expect(asked).toMatchObject({ method: 'GET', url: `/api/swap-offers/user/${alice}?limit=5`, body: '' })
  })

  it('reads settings of an inbox from a server that knows no ended subscriptions', async () => {
    const body = { success: true, muted: [], push: { key: 'BKey', isOn: true } }
    answer = { status: 200, body: JSON.stringify(body) }
    const { push } = await createClientOf(inboxRoutes, url).request('inboxSettings', { query: { as: alice } })
    expect(push).toEqual({ ...body.push, isEnded: false })
  })

  it('sends a body as JSON', async () => {
    answer = { status: 202, body: `{"success":true,"pending":true,"txHash":"0x${'ab'.repeat(32)}"}` }
    const offerId = `0x${'AB'.repeat(32)}`
    const body = { isActive: false }
    expect(await createApiClient(url).request('patchOffer', { params: { offerId }, body })).toMatchObject({
      pending: true,
    })
    expect(asked).toMatchObject({ method: 'PATCH', body: '{"isActive":false}' })
  })
})

describe('given an answer that is no success', () => {
  it('throws the status, the words and the field', async () => {
    answer = { status: 400, body: '{"success":false,"error":"not an address","field":"address"}' }
    const error = await failureOf(createApiClient(url).request('offersByCreator', { params: { address: alice } }))
    expect([error.message, error.status, error.field]).toEqual(['400: not an address', 400, 'address'])
  })

  it.each([
    [502, '<h1>Bad Gateway</h1>', '502: <h1>Bad Gateway</h1>'],
    [401, '', '401: Unauthorized'],
  ])('throws %i with the text as it came, or the status where there is none', async (status, body, message) => {
    answer = { status, body }
    expect((await failureOf(createApiClient(url).request('config'))).message).toBe(message)
  })

  it('gives null on a 401 where the caller takes it as empty, and throws every other status', async () => {
    const client = createApiClient(url)
    answer = { status: 401, body: '' }
    expect(await client.requestOrEmpty('config')).toBeNull()
    answer = { status: 403, body: '' }
    expect((await failureOf(client.requestOrEmpty('config'))).status).toBe(403)
  })

  it('throws on a success of another shape', async () => {
    answer = { status: 200, body: '{"success":true}' }
    await expect(createApiClient(url).request('config')).rejects.toThrow()
  })

  it('gives up after its time-out, and when aborted', async () => {
    answer = { status: 200, body: '{}', afterMs: 500 }
    await expect(createApiClient(url, { timeoutMs: 50 }).request('config')).rejects.toThrow(/timeout/i)
    const gone = new AbortController()
    const request = createApiClient(url).request('config', { signal: gone.signal })
    gone.abort(new Error('the page was left'))
    await expect(request).rejects.toThrow('the page was left')
  })
})
