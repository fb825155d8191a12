import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from './given/engines.ts'
import { type Market, openMarket } from './given/market.ts'
import { startTestServer, until } from './given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe.each(engines)('given a server that was stopped, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('leaves nothing of itself in memory, while its successor tells the same metrics', async () => {
    const database = await databases.fresh()
    /** @returns a part of it that most others lead to. */
    const serve = async () => {
      const server = await startTestServer(market, database)
      const { body } = await server.raw('/metrics')
      await server.stop()
      return { part: new WeakRef(server.voice), text: String(body['text']) }
    }
    const first = await serve()
    const second = await serve()
    const names = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    expect(names(second.text)).toEqual(names(first.text))
    expect(names(first.text)).toContain('parley_nodejs_gc_duration_seconds')
    await until(async () => {
      collectGarbage()
      return first.part.deref() === undefined
    })
  })
})
