import { rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fillDisk } from './disk.ts'
import type { FaultId } from './plants.ts'
import { until } from './Program.ts'
import { untilFired } from './alerts.ts'
import { loseStore, showNewPicture, untilFetchedOnce } from './pictures.ts'
import { requireRelayed, requireSilent, relayCredentials } from './relay.ts'
import { goWithoutJanus, type Voices } from './rooms.ts'
import { countEachAlone, untilCountedTogether, untilSharing } from './sharing.ts'
import { type Server, type Topology, untilReady } from './topology.ts'

/** Another server or another way is there at once. */
const unnoticed = { refused: 0, cut: 0 }
/** One of three servers fails, and the proxy learns of it seconds later. */
const brief = { refused: 0.1, cut: 0.05 }
/** The proxy asks each second whether a server is ready. */
const untilProxyKnowsMs = 3_000
const cutMs = 15_000
const fullMs = 10_000
/** A lease that is not renewed ends after twenty seconds. */
const withoutEtcdMs = 30_000

/** Something that fails while people are there. It is over when the topology is whole again. */
export interface Fault {
  readonly id: FaultId
  readonly name: string
  /** Of the requests since it began, the largest shares that may be refused, and end without an answer. */
  readonly most: { readonly refused: number; readonly cut: number }
  /** People in voice are led to another server and ask for their seats again, which doesn't count. */
  readonly movesVoices?: true
  /** @returns what happened, in a few words. Null: it can't be done on this machine. */
  readonly happen: (topology: Topology, voices: Voices) => Promise<string | null>
}

export const faults: readonly Fault[] = [
  {
    id: 'rollOver',
    name: 'every server is rolled over to another build',
    most: unnoticed,
    movesVoices: true,
    async happen(topology) {
      for (const server of topology.servers) {
        const stopped = server.program.stop()
        await requireLeaving(server)
        await stopped
        topology.start(server, 'second')
        await untilReady(server)
      }
      const versions = await Promise.all(
        topology.servers.map((server) => metric(topology, server, /^parley_build_info\{[^}]*version="([^"]+)"/m)),
      )
      if (versions.some((version) => version !== '0.1.0-next'))
        throw new Error(`the servers run ${versions.join(', ')}`)
      return 'one after the other'
    },
  },
  {
    id: 'janusKilled',
    name: 'Janus is killed, and started again',
    most: unnoticed,
    async happen(topology, voices) {
      const { janus } = topology
      const sinceMs = performance.now()
      const meanwhile = () => untilFired(topology, 'ParleyJanusAway', sinceMs)
      await goWithoutJanus(topology, voices, { take: () => janus.kill(), bring: () => janus.restart(), meanwhile })
      return `${voices.large.length} people kept their seats, and talk through it again`
    },
  },
  {
    id: 'janusHangs',
    name: 'Janus hangs',
    most: unnoticed,
    async happen(topology, voices) {
      const { janus } = topology
      const take = () => janus.hang(true)
      const bring = () => janus.hang(false)
      await goWithoutJanus(topology, voices, { take, bring, meanwhile: async () => undefined })
      return `${voices.large.length} people kept their seats, and talk through it again`
    },
  },
  {
    id: 'storeKilled',
    name: 'the picture store is killed, and two pictures have changed places when it is back',
    most: unnoticed,
    async happen(topology) {
      const { redis } = topology
      const sinceMs = performance.now()
      const emptyRedis = async () => {
        await redis.stop()
        redis.start()
        await untilSharing(topology, 'shared')
      }
      const meanwhile = () => untilFired(topology, 'ParleyPictureStoreAway', sinceMs)
      await loseStore(topology, { emptyRedis, meanwhile })
      await untilFired(topology, 'ParleyPictureStoreForeign', sinceMs)
      return 'every picture was right, and its host asked once'
    },
  },
  {
    id: 'relayRestarted',
    name: 'the relay for voices is restarted',
    most: unnoticed,
    async happen(topology) {
      const { relay, servers } = topology
      const before = await relayCredentials(servers[0])
      await requireRelayed(relay, before)
      await relay.stop()
      await requireSilent(relay, before)
      relay.start()
      await requireRelayed(relay, before)
      for (const server of servers) await requireRelayed(relay, await relayCredentials(server))
      return 'it takes what servers give, as before'
    },
  },
  {
    id: 'leaderKilled',
    name: 'the indexing server is killed',
    most: brief,
    async happen(topology) {
      const leads = await leader(topology)
      await leads.program.kill()
      const killedMs = performance.now()
      const next = await leader(topology, leads)
      const seconds = ((performance.now() - killedMs) / 1000).toFixed(1)
      await untilFired(topology, 'ParleyDown', killedMs)
      topology.start(leads, 'second')
      await untilReady(leads)
      return `${next.name} indexed after ${seconds} s`
    },
  },
  {
    id: 'failOver',
    name: 'PostgreSQL fails over',
    most: { refused: 0.6, cut: 0.05 },
    async happen(topology) {
      const sinceMs = performance.now()
      const { from, to, seconds } = await topology.postgres.failOver()
      for (const server of topology.servers) await untilReady(server)
      const next = await leader(topology)
      await untilFired(topology, 'ParleyNoLeader', sinceMs)
      await topology.postgres.rejoin()
      return `${to} took over from ${from} after ${seconds.toFixed(1)} s; ${next.name} indexes`
    },
  },
  {
    id: 'redisRestarted',
    name: 'Redis is restarted',
    most: unnoticed,
    async happen(topology) {
      await areTogether(topology)
      await topology.redis.stop()
      topology.redis.start()
      await areTogether(topology)
      return 'limits and pictures are shared again'
    },
  },
  {
    id: 'redisKilled',
    name: 'Redis is killed, and stays away',
    most: unnoticed,
    async happen(topology) {
      const { redis, servers } = topology
      const killedMs = performance.now()
      await redis.kill()
      await untilSharing(topology, 'own')
      await countEachAlone(topology)
      const fetches = await showNewPicture(topology)
      if (fetches > servers.length) throw new Error(`a picture's host was asked ${fetches} times`)
      await untilFired(topology, 'ParleyRedisAway', killedMs)
      for (const server of servers) await untilReady(server)
      redis.start()
      await areTogether(topology)
      return `each server counted for itself, and ${fetches} fetched a picture; then together again`
    },
  },
  {
    id: 'etcdKilled',
    name: 'etcd, by which PostgreSQL chooses its primary, is killed, and stays away',
    most: unnoticed,
    async happen({ postgres, servers }) {
      await postgres.etcd.kill()
      await new Promise((resolve) => setTimeout(resolve, withoutEtcdMs))
      for (const server of servers) await untilReady(server)
      await postgres.etcd.restart()
      return 'the primary stayed, since it reached its standby'
    },
  },
  {
    id: 'leaderCut',
    name: 'the indexing server is cut from its database',
    most: brief,
    async happen(topology) {
      const cutOff = await leader(topology)
      for (const gate of cutOff.gates) gate.cut()
      const next = await leader(topology, cutOff)
      await new Promise((resolve) => setTimeout(resolve, cutMs))
      const answer = await fetch(`${cutOff.url}/health`)
      if (answer.status !== 503) throw new Error(`without its database it said ${answer.status} to the proxy`)
      for (const gate of cutOff.gates) await gate.mend()
      await untilReady(cutOff)
      return `${next.name} took over from ${cutOff.name}`
    },
  },
  {
    id: 'packetsLost',
    name: 'packets between the indexing server and its database are lost',
    most: brief,
    async happen(topology) {
      const cutOff = await leader(topology)
      // Each opens a connection, and the next ones are asked over those.
      await askAtOnce(cutOff)
      for (const gate of cutOff.gates)
        if (!(await gate.silence())) {
          for (const each of cutOff.gates) await each.mend()
          return null
        }
      let isAnswered = false
      askAtOnce(cutOff).then(
        () => (isAnswered = true),
        () => undefined,
      )
      const next = await leader(topology, cutOff)
      await until(`${cutOff.name} says that its database is away`, async () => {
        const answer = await fetch(`${cutOff.url}/health`, { signal: AbortSignal.timeout(10_000) })
        return answer.status === 503 && (await answer.text()).includes('the database does not answer')
      })
      await until(`${cutOff.name} answers those who asked over a connection that fell silent`, async () => isAnswered)
      for (const gate of cutOff.gates) await gate.mend()
      await untilReady(cutOff)
      await until('one server leads', async () => {
        const leads = topology.servers.map((server) => metric(topology, server, /^parley_leader (\d)/m))
        return (await Promise.all(leads)).filter((each) => each === '1').length === 1
      })
      return `${next.name} took over from ${cutOff.name}`
    },
  },
  {
    id: 'diskFull',
    name: "a server's disk is full",
    most: unnoticed,
    async happen(topology) {
      const { servers, disk } = topology
      const server = servers.at(-1)
      if (disk === null || !server) return null
      const file = join(server.data, 'filler')
      await fillDisk(file)
      await new Promise((resolve) => setTimeout(resolve, fullMs))
      if (!server.program.isRunning) throw new Error(`it ended: ${server.program.said()}`)
      await untilReady(server)
      // It can't be kept there, and is still shown.
      await showNewPicture(topology)
      await rm(file)
      return `of ${server.name}`
    },
  },
]

/** Redis carries limits and pictures for all servers. */
async function areTogether(topology: Topology): Promise<void> {
  await untilSharing(topology, 'shared')
  await untilCountedTogether(topology)
  await untilFetchedOnce(topology)
}

/** Asks a server that has been told to stop, by a new connection, as its proxy does. @throws {Error} it's gone already. */
async function requireLeaving({ name, url }: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, untilProxyKnowsMs))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/health`, { agent: false }, resolve).once('error', reject)
  })
  const said = await answered.then(text, String)
  if (!said.includes('the server is stopping')) throw new Error(`${name} stopped before its proxy knew: ${said}`)
}

/** Asks a server for its health several times at once. Resolves when all are answered. */
async function askAtOnce({ url }: Server): Promise<void> {
  await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/health`).then((answer) => answer.text())))
}

/** The one server that follows the chain, by what each says of itself. */
export function leader(topology: Topology, except?: Server): Promise<Server> {
  return until('another server leads', async () => {
    for (const server of topology.servers.filter((each) => each !== except))
      if ((await metric(topology, server, /^parley_leader (\d)/m)) === '1') return server
    return null
  })
}

async function metric({ metricsToken }: Topology, { url }: Server, pattern: RegExp): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await fetch(`${url}/metrics`, { headers }).then(
    (response) => response.text(),
    () => '',
  )
  return pattern.exec(text)?.[1]
}
