import { afterAll, beforeAll } from 'vitest'
import { givenDatabases } from './engines.ts'
import { type Market, openMarket } from './market.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export interface MarketServer {
  readonly market: Market
  readonly server: TestServer
  /** Starts another server, over a database of its own. The caller stops it. */
  startAnother(env?: Readonly<Record<string, string>>): Promise<TestServer>
}

/** A market and a server over SQLite that follows it, for the tests of the enclosing block. */
export function givenServer(): MarketServer {
  const databases = givenDatabases('sqlite')
  let market: Market | undefined
  let server: TestServer | undefined
  const start = async (env?: Readonly<Record<string, string>>) =>
    startTestServer(started(market), await databases.fresh(), env)
  beforeAll(async () => {
    market = await openMarket()
    server = await start()
  })
  afterAll(async () => {
    await server?.stop()
    await market?.stop()
  })
  return {
    get market() {
      return started(market)
    },
    get server() {
      return started(server)
    },
    startAnother: start,
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('it starts before the first test')
  return part
}
