import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startCoturn, type Coturn } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

/** Comes with coturn. */
const program = '/usr/bin/turnutils_uclient'
/** The minimum that one run of coturn's own client holds. */
const userQuota = 3
const secret = 'a secret of some length'

let market: Market
let relay: Coturn
let server: TestServer
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  relay = await startCoturn(secret, { userQuota })
  server = await startTestServer(market, await databases.fresh(), {
    TRUSTED_PROXIES: '1',
    STUN_URLS: 'none',
    TURN_URLS: relay.url,
    TURN_SECRET: secret,
  })
})
afterAll(async () => {
  await server.stop()
  await relay.stop()
  await market.stop()
})

const userSchema = z.object({ username: z.string(), credential: z.string() })
type User = z.output<typeof userSchema>

async function userFor(network: string): Promise<User> {
  const { body } = await server.raw('/api/voice/ice', { headers: { 'x-forwarded-for': network } })
  return z.object({ iceServers: z.tuple([userSchema]) }).parse(body).iceServers[0]
}

/** coturn's own client, which allocates and sends a number of messages. */
function runClient({ username, credential }: User, messages: number) {
  const port = /:(\d+)\?/.exec(relay.url)?.[1] ?? ''
  const options = ['-v', '-y', '-c', '-m', '1', '-n', String(messages), '-p', port, '-u', username, '-w', credential]
  const client = spawn(program, [...options, '127.0.0.1'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  client.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(client, 'exit').then(() => said)
  return { ended, allocated: () => said.split('Received relay addr').length - 1, stop: () => client.kill('SIGKILL') }
}

describe('given a relay with a quota for each user', () => {
  it('counts everything that one network holds, however often it asks for credentials', async () => {
    let first = await userFor('2001:db8:1:2::1')
    const second = await userFor('2001:db8:1:2::2')
    // A new hour may have begun in between.
    if (first.username !== second.username) first = await userFor('2001:db8:1:2::1')
    const holder = runClient(first, 1_000_000)
    try {
      await until(async () => holder.allocated() === userQuota)
      expect(await runClient(second, 1).ended).toContain('Allocation Quota Reached')
      expect(await runClient(await userFor('203.0.113.9'), 1).ended).not.toContain('Allocation Quota Reached')
    } finally {
      holder.stop()
    }
  })
})
