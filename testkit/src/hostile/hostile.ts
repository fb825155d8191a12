import { openArena } from './arena.ts'
import { HonestTrades } from './honest/trades.ts'
import { makeSamples } from './pictureSamples.ts'
import { plantModule, type PlantName } from './plants/plants.ts'
import { runSteps, type FoundBreach, type RunOutcome, type RunPlan } from './run.ts'
import { shorten } from './shorten.ts'

export { inMegabytes } from './bounds.ts'
export { plantPace, plants, type PlantName } from './plants/plants.ts'
export type { FoundBreach, RunOutcome } from './run.ts'
export { stepAt, type Step } from './schedule.ts'
export { shorten } from './shorten.ts'
export type { SpeedRow } from './speed.ts'

export interface HostilePlan extends Omit<RunPlan, 'preload'> {
  /** A fault to plant in the server. */
  readonly plant?: PlantName | undefined
}

/** Attacks one server after the other. */
export interface HostileWorld {
  run(plan: HostilePlan): Promise<RunOutcome>
  /** Shrinks a plan to the fewest steps that cause the same kind of breach, each try on a fresh server. */
  shorten(plan: HostilePlan, failed: RunOutcome & { readonly breach: FoundBreach }): Promise<readonly number[]>
  stop(): Promise<void>
}

/** Slow answers are rare, so it repeats a few steps until it has enough samples. */
const timedRounds = 300
const suspects = 8
const timedTries = 6

export async function openHostileWorld(): Promise<HostileWorld> {
  const [arena] = await Promise.all([openArena(), makeSamples()])
  try {
    const trades = await HonestTrades.open(arena)
    const run = ({ plant, ...plan }: HostilePlan): Promise<RunOutcome> =>
      runSteps(arena, trades, { ...plan, preload: plant === undefined ? [] : [plantModule(plant)] })
    return {
      run,
      async shorten({ seed, plant }, { done, breach, speed }) {
        const isTimed = breach.kind === 'slow'
        const stillFails = async (part: readonly number[]): Promise<boolean> => {
          const rounds = isTimed ? Math.ceil(timedRounds / part.length) : 1
          const steps = Array.from({ length: rounds }, () => part).flat()
          const outcome = await run({ seed, plant, steps, isTimed })
          return outcome.breach?.kind === breach.kind
        }
        return isTimed ? shorten(speed.slowestSteps(suspects), stillFails, timedTries) : shorten(done, stillFails)
      },
      stop: arena.stop,
    }
  } catch (error) {
    await arena.stop()
    throw error
  }
}
