import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
import { allRoutes } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { type Member, signIn } from '../given/tables.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

/** Where the product's own code runs. What a library reads for itself is its own matter. */
const ownCode = /\/(apps\/server|packages\/[a-z]+)\/src\//

/** The kernel's memory is no disk, and one look at an open file's size after a commit costs microseconds. */
function isHarmless(caller: string, path: unknown): boolean {
  return (typeof path === 'string' && path.startsWith('/proc/')) || caller.includes('/db/walCheckpointer.ts')
}

/**
 * Notes each call that blocks the thread for a disk, a process or a clock, and every request with it. Counted, not timed: a slow
 * machine finds neither more nor fewer.
 */
function watchWaiting() {
  const found = new Set<string>()
  const undo: (() => void)[] = []
  const watch = (owner: object, name: string): void => {
    const original: unknown = Reflect.get(owner, name)
    if (typeof original !== 'function') return
    const watched = function (this: unknown, ...args: readonly unknown[]): unknown {
      const [, , caller = ''] = new Error().stack?.split('\n') ?? []
      if (ownCode.test(caller) && !isHarmless(caller, args[0])) found.add(`${name} ${caller.trim()}`)
      return Reflect.apply(original, this, args)
    }
    Reflect.set(owner, name, Object.assign(watched, original))
    undo.push(() => Reflect.set(owner, name, original))
  }
  for (const owner of [fs, childProcess, zlib])
    for (const name of Object.keys(owner)) if (name.endsWith('Sync')) watch(owner, name)
  watch(Atomics, 'wait')
  syncBuiltinESMExports()
  return {
    found,
    stop() {
      for (const back of undo) back()
      syncBuiltinESMExports()
    },
  }
}

describe('given a server that answers', () => {
  const databases = givenDatabases('sqlite')
  let market: Market
  let server: TestServer
  let member: Member
  let offerId: string
  beforeAll(async () => {
    market = await openMarket()
    server = await startTestServer(market, await databases.fresh(), { REQUESTS_PER_MINUTE: '1000000' })
    member = await signIn(server.url, 'alice')
    offerId = await market.offer()
    await until(() => server.offer(offerId))
  })
  afterAll(async () => {
    await server.stop()
    await market.stop()
  })

  const moreReads = ['/', '/p2p/:offerId', '/api/swap-offers/:offerId/picture.png', '/metrics', '/api/stats/trades.csv']

  it('never blocks all requests for a disk or a process, whatever is asked for', async () => {
    const values: Record<string, string> = {
      ':offerId': offerId,
      ':address': market.address('alice'),
      ':other': market.address('bob'),
      ':contract': market.collection,
      ':tokenId': '1',
      ':roomId': 'parley-global',
    }
    const reads = Object.values(allRoutes).filter(({ method }) => method === 'GET')
    const paths = [...reads.map(({ path }) => path), ...moreReads].map((path) =>
      path.replaceAll(/:\w+/g, (name) => values[name] ?? '1'),
    )
    const headers = { ...member.browser.headers() }
    const statuses = new Map<number, number>()
    const waiting = watchWaiting()
    try {
      // By socket, and past the answers that need no framework.
      for (const path of paths)
        for (const query of ['', `?as=${member.as.as}`]) {
          const { status } = await server.raw(path + query, { headers })
          const { statusCode } = await server.inject({ url: path + query, headers })
          for (const one of [status, statusCode]) statuses.set(one, (statuses.get(one) ?? 0) + 1)
        }
    } finally {
      waiting.stop()
    }
    // Most were answered, so their code ran.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(paths.length)
    expect(statuses.get(500)).toBeUndefined()
    expect([...waiting.found]).toEqual([])
  })
})
