import { wallets } from '@parley/testkit'
import { ask } from './pictures.ts'
import { until } from './Program.ts'
import type { Topology } from './topology.ts'

/** What servers do by Redis: together, or each for itself. */
type Sharing = 'shared' | 'own'

/** What one address may write in a minute, see WRITES_PER_MINUTE. */
const writesPerMinute = 60
const minuteMs = 60_000
/** No limit at all. */
const mostWrites = 2_000
let probes = 0

/** Until every server says of both limits and pictures that they are shared, or its own. */
export async function untilSharing({ servers }: Topology, wanted: Sharing): Promise<void> {
  for (const { name, url } of servers)
    await until(`${name} says that limits and pictures are ${wanted}`, async () => {
      const said = await (await ask(`${url}/health`)).text()
      return said.includes(`"limits":"${wanted}"`) && said.includes(`"pictures":"${wanted}"`)
    })
}

/**
 * Spends an address's allowance of writes at all servers in turn.
 *
 * @throws {Error} if a server refuses nothing, or answers anything else than yes or not now.
 */
async function spendWrites(topology: Topology): Promise<{ readonly allowed: number; readonly minutes: number }> {
  const { origin, servers } = topology
  probes += 1
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${probes}` }
  const body = JSON.stringify({ address: wallets.alice.account.address })
  const startedMs = performance.now()
  let allowed = 0
  // One that refused once isn't asked again: it takes its time for more refusals.
  for (let open = [...servers]; open.length > 0;)
    for (const server of open) {
      const { status } = await ask(`${server.url}/api/session/nonce`, { method: 'POST', headers, body })
      if (status === 200) allowed += 1
      else if (status === 429) open = open.filter((each) => each !== server)
      else throw new Error(`${server.name} answered ${status} where it had to count`)
      if (allowed > mostWrites) throw new Error(`an address could write ${allowed} times, without an end`)
    }
  return { allowed, minutes: 1 + Math.floor((performance.now() - startedMs) / minuteMs) }
}

/** Until an address has one allowance at all servers. */
export function untilCountedTogether(topology: Topology): Promise<unknown> {
  return until('an address has one allowance at all servers', async () => {
    const { allowed, minutes } = await spendWrites(topology)
    return allowed >= writesPerMinute && allowed <= minutes * writesPerMinute
  })
}

/** While Redis is away, an address has an allowance at each server, and no more. */
export async function countEachAlone(topology: Topology): Promise<void> {
  const { allowed, minutes } = await spendWrites(topology)
  const each = writesPerMinute * topology.servers.length
  if (allowed < each || allowed > minutes * each)
    throw new Error(`without Redis an address could write ${allowed} times, not ${each}`)
}
