import { makePeople, mintSpares } from './Crowd.ts'
import { type Fault, faults } from './faults.ts'
import { type Counts, Ledger } from './Ledger.ts'
import { lookAround } from './lookers.ts'
import { type PlantName, plants } from './plants.ts'
import { HungError, usualWaitMs, waitAtMost } from './Program.ts'
import { talkInRooms, untilAllTalk, voiceRooms } from './rooms.ts'
import { negotiate } from './tables.ts'
import { startTopology, type Topology, type TopologyPlan } from './topology.ts'
import { trade } from './traders.ts'
import { judge } from './verdict.ts'

export interface RehearsalPlan extends Pick<TopologyPlan, 'postgresBin'> {
  /** 1: the people of {@link full}. */
  readonly scale: number
  /** Under load, at least. */
  readonly minutes: number
  readonly without: PlantName | null
}

interface Report {
  /** Empty: passed. */
  readonly faults: readonly string[]
  readonly rows: ReturnType<Ledger['rows']>
  readonly seconds: number
}

export interface Rehearsal {
  readonly report: Promise<Report>
  /** Ends everything, at any time. */
  stop(): Promise<void>
}

const full = { looking: 1_000, trading: 200, atTables: 400, talking: 40 } as const
const fewest = 4
const restMs = 5_000
/** Without a mend something never comes back. What does takes at most 20 s on a quiet machine. */
const plantedWaitMs = 90_000
/** NFTs that people look at beside those that change hands. Faults take others. */
const spares = 600
const firstSpare = 1_000

/** Starts the topology with people on it, lets its parts fail in turn, and judges the result. */
export function rehearse(plan: RehearsalPlan): Rehearsal {
  const stopping = new AbortController()
  let topology: Promise<Topology> | null = null
  const report = (async (): Promise<Report> => {
    const startedMs = performance.now()
    waitAtMost(usualWaitMs)
    const since = () => `${((performance.now() - startedMs) / 1000).toFixed(0).padStart(4)} s`
    const say = (what: string) => console.log(`${since()}  ${what}`)
    const people = (count: number) => 2 * Math.ceil(Math.max(fewest, count * plan.scale) / 2)
    const [looking, trading, atTables, talking] = [full.looking, full.trading, full.atTables, full.talking].map(people)
    const counts = { looking: looking ?? 0, trading: trading ?? 0, atTables: atTables ?? 0, talking: talking ?? 0 }
    topology = startTopology({ postgresBin: plan.postgresBin, voiceRooms, without: plan.without, onProgress: say })
    const { origin, authority, world } = await topology
    const started = await topology
    const ledger = new Ledger()
    const site = { origin, authority, ledger }
    const all = await makePeople(world, counts.trading + counts.atTables + 2)
    const traders = all.slice(0, counts.trading)
    const [last, other] = all.slice(-2)
    if (!last || !other) throw new RangeError('there are two more')
    const { signal } = stopping
    const pictures = await mintSpares(
      world,
      Array.from({ length: spares }, (_, index) => firstSpare + index),
    )
    const lookers = lookAround(site, counts.looking, { traders, pictures, announced: last.address }, signal)
    const voices = talkInRooms(site, counts.talking, signal)
    const busy = new AbortController()
    const whileBusy = AbortSignal.any([signal, busy.signal])
    const { record, ended: traded } = await trade(site, world, traders, whileBusy)
    const { tables, ended: talked } = await negotiate(site, all.slice(counts.trading, -2), {
      whileBusy,
      untilEnd: signal,
    })
    await untilAllTalk(started, voices)
    say(
      `Everybody is there: ${counts.looking} look, ${counts.trading} trade, ${counts.atTables / 2} tables, ${voices.large.length} and ${voices.small.length} in voice`,
    )
    const busyMs = performance.now()
    const logged = new Set<string>()
    const { without } = plan
    const played = without === null ? faults : faults.filter(({ id }) => plants[without].during.includes(id))
    waitAtMost(without === null ? usualWaitMs : plantedWaitMs)
    const eachMs = (plan.minutes * 60_000) / played.length
    for (const [index, fault] of played.entries()) {
      await new Promise((resolve) => setTimeout(resolve, restMs))
      try {
        const except = fault.movesVoices ? 'talking' : undefined
        const before = ledger.total(except)
        const told = await fault.happen(started, voices)
        const noticed = ledger.since(before, except)
        requireBounded(fault, ledger, noticed)
        const counts = `${noticed.answered} answered, ${noticed.refused} refused, ${noticed.cut} cut`
        say(told === null ? `Not here: ${fault.name}` : `Survived: ${fault.name} (${told}; ${counts})`)
        const reasons = ledger.takeReasons()
        if (reasons) say(`  ${reasons}`)
        for (const { name, program } of started.servers)
          for (const error of program.newErrors().filter((each) => !logged.has(name + each))) {
            logged.add(name + error)
            say(`  ${name} logged ${error.replaceAll(String.raw`\n`, '\n')}`)
          }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        ledger.fault('not back', `${fault.name}: ${reason}`)
        say(`Not survived: ${fault.name} (${reason})`)
        if (!(error instanceof HungError)) console.error(error)
      }
      // The fault that was planted is found, and later ones can't say more.
      if (without !== null && ledger.faults.some((found) => plants[without].foundBy.test(found)))
        return { faults: ledger.faults, rows: ledger.rows(), seconds: (performance.now() - startedMs) / 1000 }
      const restOfTurnMs = busyMs + (index + 1) * eachMs - performance.now()
      if (restOfTurnMs > 0) await new Promise((resolve) => setTimeout(resolve, restOfTurnMs))
    }
    busy.abort()
    await Promise.all([traded, talked]).catch((error: unknown) => ledger.fault('not back', String(error)))
    say(
      `Nothing fails any more. Comparing ${record.told.size} offers, ${tables.length} tables, ${record.marks.length} marks`,
    )
    await judge(started, site, { lookers, trades: record, tables, voices, last: [last, other] })
    return { faults: ledger.faults, rows: ledger.rows(), seconds: (performance.now() - startedMs) / 1000 }
  })()
  report.catch(() => undefined)
  return {
    report,
    async stop() {
      stopping.abort()
      await topology?.then((started) => started.stop()).catch(() => undefined)
    },
  }
}

/** Visitors were refused and cut off no more than a fault allows. */
function requireBounded({ name, most }: Fault, ledger: Ledger, { answered, refused, cut }: Counts): void {
  const all = answered + refused + cut
  if (refused > most.refused * all || cut > most.cut * all)
    ledger.fault('noticed', `${name}: of ${all} requests ${refused} were refused, ${cut} cut`)
}
