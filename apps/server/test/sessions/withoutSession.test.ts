import { allRoutes, inboxRoutes, memberRoutes, openRooms } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { describe, expect, it } from 'vitest'
import { givenServer } from '../given/marketServer.ts'
import { until } from '../given/testServer.ts'

const given = givenServer()

/** Routes by which nothing of a member is read or changed. The others say who is signed in, or need it. */
const ofVisitors: ReadonlySet<string> = new Set(['session', 'signInNonce', 'signIn', 'signOut', 'claims', 'declines'])
const isOfMembers = (name: string): boolean => (name in memberRoutes || name in inboxRoutes) && !ofVisitors.has(name)

describe('given a browser without a session (decision N6)', () => {
  const parts = () => ({
    ':address': given.market.address('alice'),
    ':contract': given.market.collection,
    ':tokenId': '7',
    ':offerId': `0x${'12'.repeat(32)}`,
    ':tableId': 'A'.repeat(22),
    ':roomId': openRooms.general,
    ':key': 'cards',
  })
  const urlOf = (path: string) => {
    const filled = Object.entries(parts()).reduce((text, [part, value]) => text.replace(part, value), path)
    return new URL(`${filled}?as=${given.market.address('alice')}`, given.server.url)
  }
  const reads = Object.entries(allRoutes).filter(([, { method }]) => method === 'GET')

  it.each(reads.filter(([name]) => !isOfMembers(name)))('is answered what it looks at: %s', async (_, { path }) => {
    const url = urlOf(path)
    url.search = ''
    const answer = await fetch(url)
    expect([401, 403]).not.toContain(answer.status)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it.each(reads.filter(([name]) => isOfMembers(name)))('learns nothing about a member: %s', async (_, { path }) => {
    const answer = await fetch(urlOf(path))
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ success: false })])
  })

  it('swaps: an offer is named to the server, and so is its acceptance', async () => {
    const offerId = await given.market.offer()
    const wanted = await until(() => given.server.offer(offerId))
    const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await fetch(given.server.url + path, init)).status
    }
    expect(await send('POST', '/api/swap-offers', wanted)).toBe(200)
    const { transactionHash } = await given.market.accept(offerId)
    const settled = { status: 'completed', completedTxHash: transactionHash }
    expect(await send('PATCH', `/api/swap-offers/${offerId}`, settled)).toBe(200)
    expect(await given.server.offer(offerId)).toMatchObject({ status: 'completed' })
  })

  it('talks in an open room, and hears who comes', async () => {
    const [first, second] = [await VoiceGuest.arrive(given.server.url), await VoiceGuest.arrive(given.server.url)]
    try {
      expect(await first.join(openRooms.general, { name: 'Ana' })).toMatchObject({ ok: true })
      expect(await second.join(openRooms.general)).toMatchObject({ ok: true })
    } finally {
      first.leave()
      second.leave()
    }
  })
})
