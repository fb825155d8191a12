import { join } from 'node:path'
import type { Random } from '../art/random.ts'
import type { SimChain } from './chain/SimChain.ts'
import { fetchInMood } from './faults/fetchInMood.ts'
import { randomMood, type FaultClass, type Mood } from './faults/Mood.ts'
import { endpointOf, startSimServer, type SimServer } from './simServer.ts'
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
  /** Lets time pass; blocks come meanwhile. */
  letPass(ms: number): Promise<void>
  changeMood(): void
  failDatabase(): void
  kill(): Promise<void>
  restart(): Promise<void>
  shiftClock(): void
  visit(): void
  /** From here on nothing fails any more and nobody trades. */
  makePeace(): void
  /** Asks the server, and lets time pass until it has answered. */
  ask(path: string): Promise<number>
  /** A second server that reads all from the beginning; the first goes on. @returns the folder of its index. */
  replay(): Promise<string>
  folder(): string
  /** Answers that no fault excuses. */
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
/** More than the server holds against their headers when it reads all again: what is left out there shows in another way. */
const quietBlocks = 600

export function createSimRun({ folder, time, random, startS, faultClass }: SimRunOptions): SimRun {
  const { chain, deploymentFile } = createSimWorld(folder, startS, random)
  const endpoints = 1 + Math.floor(random() * 3)
  const moods: Mood[] = Array.from({ length: endpoints }, () => ({ kind: 'honest' }))
  const counts: Record<string, number> = {}
  const trace: string[] = []
  const wrong: string[] = []
  const realFetch = globalThis.fetch
  let generation = 0
  let honestGeneration = -1
  let isPeace = false
  let nextBlockMs = 0
  let server: SimServer | null = null
  /** Where the next process finds what a dead one left. */
  let nextDisk = folder

  const note = (what: string): void => void trace.push(`${time.elapsedMs()} ${what}`)
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)

  const simFetch: typeof fetch = async (input, init) => {
    const endpoint = typeof input === 'string' ? endpointOf(input) : null
    if (!endpoint) return realFetch(input, init)
    // A process that is no more hears nothing.
    if (endpoint.generation !== generation && endpoint.generation !== honestGeneration)
      return new Promise(() => undefined)
    const mood: Mood =
      endpoint.generation === honestGeneration ? { kind: 'honest' } : (moods[endpoint.index] ?? { kind: 'honest' })
    const request = { body: typeof init?.body === 'string' ? init.body : '', signal: init?.signal ?? undefined }
    note(`rpc ${endpoint.index} ${mood.kind} ${request.body.length}`)
    count(`rpc ${mood.kind}`)
    return fetchInMood(chain, mood, request, random)
  }

  const open = async (at: string): Promise<void> => {
    generation += 1
    server = await startSimServer({ folder: at, deploymentFile, endpoints, generation })
  }
  const current = (): SimServer => {
    if (!server) throw new RangeError('no server runs')
    return server
  }

  /** Buries a process that has died, and starts the next on what it left on the disk. */
  async function reviveIfDead(): Promise<void> {
    if (!server?.database.isDead()) return
    note('died')
    count('kills')
    time.forgetTimers()
    void server.running.stop().catch(() => undefined)
    await open(nextDisk)
  }

  function mineBlock(): void {
    const timeS = startS + Math.floor(time.elapsedMs() / 1000)
    note(`block ${(isPeace ? chain.mineEmpty(timeS) : chain.mine(timeS)).hash}`)
  }

  async function letPass(ms: number): Promise<void> {
    const endMs = time.elapsedMs() + ms
    while (time.elapsedMs() < endMs) {
      await time.advance(Math.min(endMs - time.elapsedMs(), Math.max(1, nextBlockMs - time.elapsedMs())))
      if (time.elapsedMs() >= nextBlockMs) {
        nextBlockMs += blockEveryMs
        if (random.chance(0.7)) mineBlock()
      }
      await reviveIfDead()
    }
  }

  return {
    random,
    chain,
    counts,
    trace,
    async start() {
      globalThis.fetch = simFetch
      if (random.chance(0.2)) for (let block = 0; block < quietBlocks; block += 1) chain.mineEmpty(startS)
      await open(join(folder, 'disk-1'))
    },
    letPass,
    changeMood() {
      const index = Math.floor(random() * endpoints)
      const mood = randomMood(faultClass, random)
      moods[index] = mood
      note(`endpoint ${index} ${JSON.stringify(mood)}`)
    },
    failDatabase() {
      const fault = random.pick(['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR', 'lostAnswer'])
      const statements = Math.ceil(random.between(0, 12))
      current().database.fail(fault, Math.floor(random.between(0, 20)), statements)
      note(`database ${fault} ${statements}`)
      count(`database ${fault}`)
    },
    async kill() {
      const after = Math.floor(random.between(0, 40))
      current().database.crash(after, (nextDisk = join(folder, `disk-${generation + 1}`)))
      note(`to die after ${after} statements`)
      await letPass(3_000)
    },
    async restart() {
      if (!server) return
      note('restart')
      count('restarts')
      const { database } = server
      await time.finish(server.running.stop(), answerLimitMs)
      if (database.isDead()) return reviveIfDead()
      await open(database.folder)
    },
    shiftClock() {
      const ms = random.pick([-3_600_000, 3_600_000, -60_000, 60_000])
      time.shiftClock(ms)
      note(`clock ${ms}`)
      count('clock shifts')
    },
    visit() {
      const asked = current()
      visit(asked, chain, random).then(
        ({ what, status, body }) => {
          note(`${what} ${status}`)
          count(`answers ${status}`)
          // A stop does not wait for requests that came by no socket.
          if (status === 500 && asked === server && !asked.database.isDead())
            wrong.push(
              `${what} was answered 500: ${body}; ${asked.log.findLast((line) => line.includes('a request failed'))}`,
            )
        },
        (error: unknown) => note(`unanswered: ${String(error)}`),
      )
    },
    makePeace() {
      isPeace = true
      moods.forEach((_, index) => (moods[index] = { kind: 'honest' }))
      note('peace')
    },
    async ask(path) {
      const { statusCode } = await time.finish(current().running.inject({ method: 'GET', url: path }), answerLimitMs)
      note(`${path} ${statusCode}`)
      return statusCode
    },
    async replay() {
      honestGeneration = 1_000_000
      const at = join(folder, 'replay')
      const options = { folder: at, deploymentFile, endpoints: 1, generation: honestGeneration }
      const fresh = await startSimServer(options)
      for (let left = 60; left > 0 && fresh.running.indexer.status().indexedBlock !== chain.head().number; left -= 1)
        await time.advance(1_000)
      await time.advance(10_000)
      await time.finish(fresh.running.stop(), answerLimitMs)
      return at
    },
    folder: () => current().database.folder,
    violations: () => wrong,
    async end() {
      try {
        if (server && !server.database.isDead()) await time.finish(server.running.stop(), answerLimitMs)
      } finally {
        globalThis.fetch = realFetch
      }
    },
  }
}
