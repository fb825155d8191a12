import { setTimeout as delay } from 'node:timers/promises'
import { mintTokens, type Arena } from './arena.ts'
import { Bounds } from './bounds.ts'
import { Breach } from './breach.ts'
import { Crowd } from './crowd.ts'
import { addressOf, type HonestTrades } from './honest/trades.ts'
import { Visitor } from './honest/visitor.ts'
import { stepAt, type Step } from './schedule.ts'
import type { Figures, ServerProcess } from './serverProcess.ts'
import { Speed, type Side } from './speed.ts'
import type { Scene } from './surfaces/surface.ts'
import { wallets } from '../wallets.ts'

export interface RunPlan {
  readonly seed: number
  /** The steps to run, in order. */
  readonly steps: Iterable<number>
  /** Whether to compare honest visitors' waiting with that at a server that isn't attacked. */
  readonly isTimed: boolean
  /** A full honest visit follows every this many steps, a short one every step; 1 by default. */
  readonly honestEvery?: number
  /** Strangers disconnect after this many steps, and the server must return to its baseline; 25 by default. */
  readonly restEvery?: number
  /** Modules to load before the server. */
  readonly preload?: readonly string[]
  readonly onStep?: (step: Step) => void
  readonly onRest?: (figures: Figures) => void
}

export interface FoundBreach {
  readonly kind: Breach['kind']
  readonly what: string
  /** The step that showed it; null if a rest did. */
  readonly step: Step | null
}

export interface RunOutcome {
  readonly done: readonly number[]
  readonly breach: FoundBreach | null
  readonly speed: Speed
}

const stepsBetweenRests = 25
/** Timing starts after the JIT has warmed up. */
const warmUpRounds = { timed: 6, untimed: 2 }
const extraRounds = 2

/** Runs steps against a fresh server until one breaks something. */
export async function runSteps(arena: Arena, trades: HonestTrades, plan: RunPlan): Promise<RunOutcome> {
  const isProxied = plan.seed % 2 === 1
  const server = await arena.startServer({ isProxied, preload: plan.preload ?? [] })
  const twin = plan.isTimed ? await arena.startServer({ isProxied }) : null
  const run = new Run(arena, trades, { server, twin, isProxied, plan })
  try {
    return await run.toTheEnd()
  } finally {
    await run.close()
    await Promise.all([server.stop(), twin?.stop()])
  }
}

interface RunParts {
  readonly server: ServerProcess
  readonly twin: ServerProcess | null
  readonly isProxied: boolean
  readonly plan: RunPlan
}

class Run {
  private readonly arena: Arena
  private readonly trades: HonestTrades
  private readonly parts: RunParts
  private readonly crowd: Crowd
  private readonly speed = new Speed()
  private readonly visitor: Visitor
  private readonly twinVisitor: Visitor | null
  private readonly scene: Omit<Scene, 'token'>
  private bounds: Bounds | undefined
  private rounds = 0
  private tokens = 0
  private step: Step | null = null
  private deed: Promise<unknown> | undefined

  constructor(arena: Arena, trades: HonestTrades, parts: RunParts) {
    this.arena = arena
    this.trades = trades
    this.parts = parts
    const { server, twin, isProxied } = parts
    const door = { port: server.port, isProxied }
    this.crowd = new Crowd(door)
    const noteOf = (side: Side) => (question: string, tookMs: number) => {
      if (this.bounds) this.speed.note(side, question, { tookMs, step: this.step?.index ?? null })
    }
    this.visitor = new Visitor(door, { arena, trades }, noteOf('attacked'))
    this.twinVisitor = twin ? new Visitor({ port: twin.port, isProxied }, { arena, trades }, noteOf('calm')) : null
    this.scene = {
      crowd: this.crowd,
      arena,
      offer: trades.standing,
      people: [addressOf('alice'), addressOf('bob')],
      peerIds: () => this.visitor.peerIds,
      tableId: () => this.visitor.tableId,
    }
  }

  async toTheEnd(): Promise<RunOutcome> {
    const { plan, server } = this.parts
    const { honestEvery = 1, restEvery = stepsBetweenRests } = plan
    const done: number[] = []
    try {
      const rounds = plan.isTimed ? warmUpRounds.timed : warmUpRounds.untimed
      for (let round = 0; round < rounds; round += 1) await this.honestRound()
      this.bounds = new Bounds(server, await server.figures())
      for (const index of plan.steps) {
        this.step = stepAt(plan.seed, index)
        plan.onStep?.(this.step)
        done.push(index)
        await this.take(this.step, done.length % honestEvery === 0)
        if (done.length % restEvery === 0) await this.rest()
      }
      await this.rest()
      return { done, breach: null, speed: this.speed }
    } catch (error) {
      const breach = await this.explain(error)
      return { done, breach: { kind: breach.kind, what: breach.message, step: this.step }, speed: this.speed }
    }
  }

  async close(): Promise<void> {
    this.visitor.close()
    this.twinVisitor?.close()
    // The next run continues from the state this leaves.
    await this.deed?.catch(() => undefined)
    await this.crowd.disperse().catch(() => undefined)
    this.arena.kitchen.clear()
    this.arena.kitchenOrigin.cut()
  }

  /** An attack, with honest visitors during and after it. */
  private async take(step: Step, isFull: boolean): Promise<void> {
    const token = async (): Promise<number> => {
      const id = (this.tokens += 1)
      await ensureMinted(this.arena, 'traps', id)
      return id
    }
    const attack = step.run({ ...this.scene, token }).catch((error: unknown) => {
      // Failures of a stranger's own connection don't matter.
      if (error instanceof Breach) throw error
    })
    const [attacked, honest] = await Promise.allSettled([attack, isFull ? this.honestRound() : this.visitor.glance()])
    if (honest.status === 'rejected') throw honest.reason
    if (attacked.status === 'rejected') throw attacked.reason
    await this.visitor.checkHealth()
    await this.requireSound()
    await this.bounds?.requireUnder(this.crowd.open)
  }

  private async honestRound(): Promise<void> {
    this.rounds += 1
    const fresh = firstFreshCard + this.rounds
    await ensureMinted(this.arena, 'cards', fresh)
    const visitors = [this.visitor, ...(this.twinVisitor ? [this.twinVisitor] : [])]
    await Promise.all(visitors.map((visitor) => visitor.arrive()))
    const deed = this.trades.next()
    this.deed = deed
    // Alternates which of the two is asked first.
    if (this.rounds % 2 === 0) visitors.reverse()
    await Promise.all(visitors.flatMap((visitor) => [visitor.askSteady(fresh), visitor.follow(deed)]))
    // More samples make the tail more reliable.
    for (let again = 0; this.twinVisitor && again < extraRounds; again += 1)
      await Promise.all(visitors.map((visitor) => visitor.askQuick()))
  }

  /** Disconnects the strangers; the server must return to its baseline. */
  private async rest(): Promise<void> {
    this.step = null
    await this.crowd.disperse()
    this.arena.kitchen.clear()
    this.arena.kitchenOrigin.cut()
    const figures = await this.bounds?.requireCalm()
    await this.requireSound()
    this.speed.requireFair(await this.parts.server.stretch())
    if (figures) this.parts.plan.onRest?.(figures)
  }

  private async requireSound(): Promise<void> {
    const [complaint] = this.parts.server.complaints
    if (complaint !== undefined) throw new Breach('fault', complaint)
    const { canary } = this.arena
    if (canary.connections() > 0) throw new Breach('limit', 'the server connected to an address that is not public')
  }

  /** A server that exited explains every other failure. */
  private async explain(thrown: unknown): Promise<Breach> {
    const { server } = this.parts
    if (!(await answers(server))) {
      await Promise.race([server.ended, delay(endTimeoutMs, undefined, { ref: false })])
      return new Breach('dead', server.end() ?? `the server does not answer (${String(thrown)})`)
    }
    if (thrown instanceof Breach) return thrown
    throw thrown
  }
}

/** How long a process may take to exit after it stopped answering. */
const endTimeoutMs = 60_000

/** Whether it answers at all. */
async function answers({ port }: ServerProcess): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(endTimeoutMs) })
  return asked.then(
    async (answer) => (await answer.text()) !== '',
    () => false,
  )
}

const firstFreshCard = 1_000
const mintedAtOnce = 100

const minted = new WeakMap<Arena, Map<string, Promise<void>>>()

/** Mints a token and its neighbours, once per arena. */
function ensureMinted(arena: Arena, collection: 'cards' | 'traps', tokenId: number): Promise<void> {
  const known = minted.get(arena) ?? new Map<string, Promise<void>>()
  minted.set(arena, known)
  const first = Math.floor(tokenId / mintedAtOnce) * mintedAtOnce
  const key = `${collection} ${first}`
  const before = known.get(key)
  if (before) return before
  const range = { owner: wallets.crowd.account.address, first, last: first + mintedAtOnce - 1 }
  const minting = mintTokens(arena, arena[collection], range)
  known.set(key, minting)
  return minting
}
