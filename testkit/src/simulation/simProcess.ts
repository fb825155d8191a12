import { join } from 'node:path'
import type { Random } from '../art/random.ts'
import type { SimEndpoints } from './simEndpoints.ts'
import type { SimJournal } from './simJournal.ts'
import { startSimServer, type SimServer } from './simServer.ts'
import type { VirtualTime } from './virtualTime.ts'

/** The server's process: it dies, and the next one goes on with what it left on the disk. */
export interface SimProcess {
  current(): SimServer
  isCurrent(server: SimServer): boolean
  start(): Promise<void>
  /** Its database fails, after some statements and for some. */
  failDatabase(): void
  /** It dies, some statements from now. */
  condemn(): void
  /** Buries a process that has died, and starts the next on what it left on the disk. */
  reviveIfDead(): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

export interface SimProcessOptions {
  readonly folder: string
  readonly deploymentFile: string
  readonly time: VirtualTime
  readonly random: Random
  readonly endpoints: SimEndpoints
  readonly journal: SimJournal
}

const endLimitMs = 120_000

export function createSimProcess(options: SimProcessOptions): SimProcess {
  const { folder, deploymentFile, time, random, endpoints, journal } = options
  let generation = 0
  let server: SimServer | null = null
  /** Where the next process finds what a dead one left. */
  let nextDisk = folder

  async function open(at: string): Promise<void> {
    generation += 1
    endpoints.answer(generation)
    server = await startSimServer({ folder: at, deploymentFile, endpoints: endpoints.count, generation })
  }

  function current(): SimServer {
    if (!server) throw new RangeError('no server runs')
    return server
  }

  async function reviveIfDead(): Promise<void> {
    if (!server?.database.isDead()) return
    journal.note('died')
    journal.count('kills')
    time.forgetTimers()
    void server.running.stop().catch(() => undefined)
    await open(nextDisk)
  }

  return {
    current,
    isCurrent: (other) => other === server,
    start: () => open(join(folder, 'disk-1')),
    failDatabase() {
      const fault = random.pick(['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR', 'lostAnswer'])
      const statements = Math.ceil(random.between(0, 12))
      current().database.fail(fault, Math.floor(random.between(0, 20)), statements)
      journal.note(`database ${fault} ${statements}`)
      journal.count(`database ${fault}`)
    },
    condemn() {
      const after = Math.floor(random.between(0, 40))
      nextDisk = join(folder, `disk-${generation + 1}`)
      current().database.crash(after, nextDisk)
      journal.note(`to die after ${after} statements`)
    },
    reviveIfDead,
    async restart() {
      if (!server) return
      journal.note('restart')
      journal.count('restarts')
      const { database } = server
      await time.finish(server.running.stop(), endLimitMs)
      await (database.isDead() ? reviveIfDead() : open(database.folder))
    },
    async end() {
      if (server && !server.database.isDead()) await time.finish(server.running.stop(), endLimitMs)
    },
  }
}
