import { join } from 'node:path'
import { cancelledTopic, swapEscrowAbi } from '@parley/chain'
import { isAddressEqual, sliceHex, toEventSelector } from 'viem'
import type { Random } from '../art/random.ts'
import type { SimBlock } from './chain/SimBlock.ts'
import type { SimChain } from './chain/SimChain.ts'
import { lostCoins } from './chain/simCoins.ts'
import type { FaultClass } from './faults/Mood.ts'
import { createSimEndpoints, honestGeneration } from './simEndpoints.ts'
import { createSimJournal, type SimJournal } from './simJournal.ts'
import { createSimProcess, type SimProcess } from './simProcess.ts'
import { startSimServer } from './simServer.ts'
import { createSimWorld } from './simWorld.ts'
import { visit } from './visit.ts'
import type { VirtualTime } from './virtualTime.ts'

/** One run of the simulation: the world, the server in it, and what can happen to them. */
export interface SimRun {
  readonly random: Random
  readonly chain: SimChain
  readonly counts: Readonly<Record<string, number>>
  readonly trace: readonly string[]
  start(): Promise<void>
  /** Advances time; blocks are mined while it passes. */
  letPass(ms: number): Promise<void>
  changeMood(): void
  failDatabase(): void
  kill(): Promise<void>
  restart(): Promise<void>
  shiftClock(): void
  visit(): void
  /** Ends all faults and trading. */
  makePeace(): void
  /** Asks the server, and lets time pass until it has answered. */
  ask(path: string): Promise<number>
  /** A second server that reads all from the beginning; the first goes on. @returns the folder of its index. */
  replay(): Promise<string>
  folder(): string
  /** Answers that no fault excuses, and coins that the chain itself lost. */
  violations(): readonly string[]
  end(): Promise<void>
}

export interface SimRunOptions {
  readonly folder: string
  readonly time: VirtualTime
  readonly random: Random
  readonly startS: number
  readonly faultClass: FaultClass
}

const answerLimitMs = 120_000
const blockEveryMs = 2_000
/** More blocks than the server re-verifies on a full reread; gaps beyond them show in another way. */
const quietBlocks = 600

export function createSimRun({ folder, time, random, startS, faultClass }: SimRunOptions): SimRun {
  const { chain, deploymentFile } = createSimWorld(folder, startS, random)
  const journal = createSimJournal(time)
  const endpoints = createSimEndpoints({ chain, random, faultClass, journal })
  const server = createSimProcess({ folder, deploymentFile, time, random, endpoints, journal })
  const blocks = createBlocks({ chain, time, random, startS, journal })
  const visits = createVisits({ chain, random, server, journal })
  const realFetch = globalThis.fetch

  const letPass = async (ms: number): Promise<void> => {
    const endMs = time.elapsedMs() + ms
    while (time.elapsedMs() < endMs) {
      await time.advance(Math.min(endMs - time.elapsedMs(), blocks.dueInMs()))
      blocks.mineIfDue()
      await server.reviveIfDead()
    }
  }
  return {
    random,
    chain,
    ...journal,
    async start() {
      globalThis.fetch = endpoints.fetch
      if (random.chance(0.2)) for (let block = 0; block < quietBlocks; block += 1) chain.mineEmpty(startS)
      await server.start()
    },
    letPass,
    changeMood: endpoints.changeMood,
    failDatabase: server.failDatabase,
    async kill() {
      server.condemn()
      await letPass(3_000)
    },
    restart: server.restart,
    shiftClock: () => shiftClock(time, random, journal),
    visit: visits.begin,
    makePeace() {
      blocks.leaveEmpty()
      endpoints.calm()
      journal.note('peace')
    },
    ask: (path) => ask(path, { server, time, journal }),
    replay: () => replay({ folder: join(folder, 'replay'), deploymentFile, time, chain }),
    folder: () => server.current().database.folder,
    violations: () => [...visits.wrong, ...blocks.wrong],
    end: () => server.end().finally(() => void (globalThis.fetch = realFetch)),
  }
}

function shiftClock(time: VirtualTime, random: Random, journal: SimJournal): void {
  const ms = random.pick([-3_600_000, 3_600_000, -60_000, 60_000])
  time.shiftClock(ms)
  journal.note(`clock ${ms}`)
  journal.count('clock shifts')
}

interface Asking {
  readonly server: SimProcess
  readonly time: VirtualTime
  readonly journal: SimJournal
}

async function ask(path: string, { server, time, journal }: Asking): Promise<number> {
  const asked = server.current().running.inject({ method: 'GET', url: path })
  const { statusCode } = await time.finish(asked, answerLimitMs)
  journal.note(`${path} ${statusCode}`)
  return statusCode
}

interface Mining extends Pick<SimRunOptions, 'time' | 'random' | 'startS'> {
  readonly chain: SimChain
  readonly journal: SimJournal
}

/** The blocks that come with time: most of the times at which one is due. */
function createBlocks({ chain, time, random, startS, journal }: Mining) {
  let isEmpty = false
  let nextMs = 0
  const wrong: string[] = []
  const mine = (timeS: number): string => {
    const block = isEmpty ? chain.mineEmpty(timeS) : chain.mine(timeS)
    wrong.push(...lostCoins(block.state).map((what) => `block ${block.number}: ${what}`))
    for (const kind of [...coinKinds(block), ...sentHome(block)]) journal.count(kind)
    return block.hash
  }
  return {
    wrong,
    dueInMs: () => Math.max(1, nextMs - time.elapsedMs()),
    mineIfDue() {
      if (time.elapsedMs() < nextMs) return
      nextMs += blockEveryMs
      if (!random.chance(0.7)) return
      const timeS = startS + Math.floor(time.elapsedMs() / 1000)
      journal.note(`block ${mine(timeS)}`)
    },
    /** Ends trading. */
    leaveEmpty: () => void (isEmpty = true),
  }
}

const coinTopics = new Map(
  swapEscrowAbi.flatMap((item) =>
    item.type === 'event' && /coins/i.test(item.name) ? [[toEventSelector(item), item.name] as const] : [],
  ),
)

/** The coin events of a block. */
function coinKinds({ transactions }: SimBlock): string[] {
  const topics = transactions.flatMap(({ logs }) => logs.map((log) => log.topics[0] ?? '0x'))
  return topics.flatMap((topic) => coinTopics.get(topic) ?? [])
}

/** One for each offer that was ended by neither of its parties. */
function sentHome({ transactions, state }: SimBlock): 'sent home'[] {
  return transactions
    .flatMap(({ logs }) => logs)
    .flatMap(({ topics: [topic, id, by = '0x'] }) => {
      const offer = topic === cancelledTopic ? [...state.offers.values()].find((one) => one.id === id) : undefined
      return offer &&
        !isAddressEqual(sliceHex(by, 12), offer.creator) &&
        !isAddressEqual(sliceHex(by, 12), offer.recipient)
        ? ['sent home' as const]
        : []
    })
}

interface Visiting {
  readonly chain: SimChain
  readonly random: Random
  readonly server: SimProcess
  readonly journal: SimJournal
}

/** People who ask and claim, and the answers that no fault excuses. */
function createVisits({ chain, random, server, journal }: Visiting) {
  const wrong: string[] = []
  return {
    wrong,
    begin() {
      const asked = server.current()
      visit(asked, chain, random).then(
        ({ what, status, body }) => {
          journal.note(`${what} ${status}`)
          journal.count(`answers ${status}`)
          // A stop does not wait for requests that came by no socket.
          if (status !== 500 || !server.isCurrent(asked) || asked.database.isDead()) return
          const told = asked.log.findLast((line) => line.includes('a request failed'))
          wrong.push(`${what} was answered 500: ${body}; ${told}`)
        },
        (error: unknown) => journal.note(`unanswered: ${String(error)}`),
      )
    },
  }
}

interface Replaying {
  readonly folder: string
  readonly deploymentFile: string
  readonly time: VirtualTime
  readonly chain: SimChain
}

async function replay({ folder, deploymentFile, time, chain }: Replaying): Promise<string> {
  const fresh = await startSimServer({ folder, deploymentFile, endpoints: 1, generation: honestGeneration })
  for (let left = 60; left > 0 && fresh.running.indexer.status().indexedBlock !== chain.head().number; left -= 1)
    await time.advance(1_000)
  await time.advance(10_000)
  await time.finish(fresh.running.stop(), answerLimitMs)
  return folder
}
