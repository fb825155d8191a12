import { parseArgs } from 'node:util'
import {
  inMegabytes,
  openHostileWorld,
  plantPace,
  plants,
  stepAt,
  type PlantName,
  type RunOutcome,
} from '@parley/testkit/hostile'
import { endOnSignal } from '../process/signals.ts'

/**
 * `pnpm hostile --seed N --minutes M` attacks a server of its own with everything that strangers can send.
 *
 * After each step it checks that the server is alive, correct, bounded and fair to an honest visitor. See
 * docs/hostile.md.
 */
const usage = `Usage: pnpm hostile [--seed N] [--minutes M | --steps K | --only I,J,…] [--times T] [--untimed] [--keep-whole]
       pnpm hostile --plant NAME | --plant all      (${Object.keys(plants).join(', ')})
       pnpm hostile --seed N --list K`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    steps: { type: 'string' },
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
    list: { type: 'string' },
    plant: { type: 'string' },
    untimed: { type: 'boolean', default: false },
    'keep-whole': { type: 'boolean', default: false },
  },
})

const defaultMinutes = 5
const plantSteps = 1_500
const numbers = [values.seed, values.minutes, values.steps, values.times, values.list].filter(
  (text) => text !== undefined,
)
const only = values.only?.split(',').map(Number)
if ([...numbers.map(Number), ...(only ?? [])].some((value) => !(value >= 0))) {
  console.error(usage)
  process.exit(2)
}
const seed = Number(values.seed)

function* steps(): Generator<number> {
  if (only) {
    for (let time = 0; time < Number(values.times); time += 1) yield* only
    return
  }
  const last = values.steps === undefined ? Number.POSITIVE_INFINITY : Number(values.steps)
  const minutes =
    values.minutes === undefined ? (values.steps === undefined ? defaultMinutes : null) : Number(values.minutes)
  const endMs = minutes === null ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000
  for (let index = 0; index < last && performance.now() < endMs; index += 1) yield index
}

function tellSpeed({ speed }: RunOutcome): void {
  for (const { question, answers, attackedMs, calmMs } of speed.rows()) {
    const ratio = calmMs > 0 ? (attackedMs / calmMs).toFixed(2) : '-'
    const figures = `p99 ${attackedMs.toFixed(1).padStart(8)} ms, left alone ${calmMs.toFixed(1).padStart(8)} ms`
    console.log(`  ${question.padEnd(16)} ${String(answers).padStart(6)} answers  ${figures}  ×${ratio}`)
  }
}

async function attack(): Promise<boolean> {
  const startedMs = performance.now()
  const world = await openHostileWorld()
  try {
    let taken = 0
    const plan = {
      seed,
      steps: steps(),
      isTimed: !values.untimed,
      onStep: () => void (taken += 1),
      onRest: ({ rssBytes, heldBytes, handles }: { rssBytes: number; heldBytes: number; handles: number }) =>
        console.log(`  ${taken} steps: ${inMegabytes(rssBytes)}, ${inMegabytes(heldBytes)} held, ${handles} handles`),
    }
    const outcome = await world.run(plan)
    tellSpeed(outcome)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
    const { breach } = outcome
    if (!breach) {
      console.log(`seed ${seed}: ${taken} steps in ${seconds} s, clean`)
      return true
    }
    const at = breach.step ? `step ${breach.step.index} (${breach.step.surface}: ${breach.step.what})` : 'a rest'
    console.log(`  ${breach.kind} at ${at}\n  ${breach.what}`)
    const few = values['keep-whole'] ? outcome.done : await world.shorten(plan, { ...outcome, breach })
    const part = values['keep-whole'] ? `--steps ${taken}` : `--only ${few.join(',')}`
    for (const index of few.slice(-20))
      console.log(`  step ${index}: ${stepAt(seed, index).surface}, ${stepAt(seed, index).what}`)
    const pace = breach.kind === 'slow' ? '--times 100' : '--untimed'
    console.log(
      `seed ${seed}: ${breach.kind} after ${taken} steps and ${seconds} s; again: pnpm hostile --seed ${seed} ${part} ${pace}`,
    )
    return false
  } finally {
    await world.stop()
  }
}

/** Plants each fault in a server and checks that it is found. */
async function findPlants(names: readonly PlantName[]): Promise<boolean> {
  const world = await openHostileWorld()
  let missed = 0
  try {
    for (const plant of names) {
      const startedMs = performance.now()
      const { kind, says } = plants[plant]
      const list = Array.from({ length: plantSteps }, (_, index) => index)
      const outcome = await world.run({ seed, plant, steps: list, ...plantPace(plant) })
      const { breach, done } = outcome
      const isFound = breach?.kind === kind && says.test(breach.what)
      if (!isFound) {
        missed += 1
        tellSpeed(outcome)
      }
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
      console.log(
        `${plant.padEnd(16)} ${isFound ? 'found' : 'MISSED'} after ${done.length} steps and ${seconds} s: ${breach?.kind} ${breach?.what.slice(0, 150)}`,
      )
    }
  } finally {
    await world.stop()
  }
  console.log(`${names.length - missed} of ${names.length} planted faults found`)
  return missed === 0
}

function plantNames(text: string): readonly PlantName[] {
  const all = Object.keys(plants).filter((name): name is PlantName => Object.hasOwn(plants, name))
  const named = all.filter((name) => text === 'all' || text === name)
  if (named.length > 0) return named
  console.error(usage)
  process.exit(2)
}

endOnSignal()
if (values.list !== undefined) {
  for (let index = 0; index < Number(values.list); index += 1)
    console.log(`${index} ${stepAt(seed, index).surface}: ${stepAt(seed, index).what}`)
  process.exit(0)
}
const isRight = values.plant === undefined ? await attack() : await findPlants(plantNames(values.plant))
process.exit(isRight ? 0 : 1)
