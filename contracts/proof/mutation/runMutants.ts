import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'
import { randomPlay } from '../model/randomPlay.ts'
import { traceBytes } from '../model/Trace.ts'
import { buildMutants, type Build } from './bytecode.ts'
import { Laboratory, randomTestCpuS, type Verdict } from './Laboratory.ts'
import type { Mutant } from './Mutant.ts'
import { chainIdOf } from './schemata.ts'
import type { SourceFile } from './syntax.ts'

/** The outcome for a mutant. Stillborn ones don't compile and don't count. */
export interface Fate {
  readonly mutant: Mutant
  readonly end: 'killed' | 'survived' | 'stillborn'
  /** The test that noticed. */
  readonly by: string
}

/** Tests fail without an active mutant, so a failure would prove nothing. */
export class TestsFailWithoutMutant extends Error {
  readonly code = 'tests-fail-without-mutant'
  constructor(verdict: Verdict) {
    super(`${verdict.by} fails without any mutant\n${verdict.output.slice(-4000)}`)
  }
}

const asleep = 1
/** Gas tests need optimised code, which mutants don't have. */
export const withoutGas = ['--no-match-test', 'FitABlock']
const unitTests = ['--no-match-path', 'test/{fuzz,invariant,gas}/**', ...withoutGas]
const randomTests = ['--match-path', 'test/{fuzz,invariant}/**']
export const modelTests = ['--match-test', 'test_TheEscrowFollowsTheModel']
const workers = 2
const playSeeds = [1]
const callsEach = 1_000

/** The comparison with the model first, since it is the fastest. Then unit and attack tests, then randomised ones. */
class Bench {
  readonly #unit: Laboratory
  readonly #model: Laboratory

  constructor(name: string, traces: string) {
    this.#unit = new Laboratory(`${name}-unit`)
    this.#model = new Laboratory(`${name}-model`, { FOUNDRY_PROFILE: 'proof', PARLEY_TRACES: traces })
  }

  async prepare(): Promise<void> {
    await this.#unit.prepare()
    await this.#model.prepare()
  }

  install(build: Build): void {
    this.#unit.install(build)
    this.#model.install(build)
  }

  restore(): void {
    this.#unit.restore()
    this.#model.restore()
  }

  async verdict(chainId: number, isFast: boolean): Promise<Verdict> {
    const stages = [() => this.#model.test(chainId, modelTests), () => this.#unit.test(chainId, unitTests)]
    if (!isFast) stages.push(() => this.#unit.test(chainId, randomTests, randomTestCpuS))
    let last: Verdict = { passed: true, by: '', output: '' }
    for (const stage of stages) {
      last = await stage()
      if (!last.passed) return last
    }
    return last
  }
}

/** Writes the traces of a short play for the comparison with the model. @returns their names for its environment */
export function writeTraces(): string {
  const folder = join(contractsRoot, 'cache-proof/mutation')
  mkdirSync(folder, { recursive: true })
  return playSeeds
    .map((seed) => {
      writeFileSync(join(folder, `seed-${seed}.trace`), traceBytes(randomPlay(seed, callsEach).steps))
      return `cache-proof/mutation/seed-${seed}.trace`
    })
    .join(',')
}

function scattered({ id }: Mutant): number {
  return Math.imul(id, 0x9e3779b1) >>> 0
}

async function testAll(
  benches: readonly Bench[],
  build: Build,
  isFast: boolean,
  tell: (fate: Fate) => void,
): Promise<void> {
  // In scattered order, so that an interrupted run has sampled every file.
  const waiting = build.mutants.toSorted((one, other) => scattered(one) - scattered(other))
  const work = async (bench: Bench) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { passed, by } = await bench.verdict(chainIdOf(mutant), isFast)
      tell({ mutant, end: passed ? 'survived' : 'killed', by })
    }
  }
  for (const bench of benches) bench.install(build)
  await Promise.all(benches.map(work))
}

/**
 * Tests every mutant and reports each result at once.
 * @param isFast Skip randomised tests, which take longest and catch few
 */
export async function runMutants(
  files: readonly SourceFile[],
  mutants: readonly Mutant[],
  isFast: boolean,
  tell: (fate: Fate) => void,
): Promise<void> {
  const traces = writeTraces()
  const benches = Array.from({ length: workers }, (_, index) => new Bench(`bench-${index}`, traces))
  for (const bench of benches) await bench.prepare()
  for (const { builds, stillborn } of buildMutants(files, mutants)) {
    for (const mutant of stillborn) tell({ mutant, end: 'stillborn', by: 'the compiler' })
    for (const build of builds) {
      const [first] = benches
      if (build.mutants.length > 1 && first) {
        first.install(build)
        const verdict = await first.verdict(asleep, isFast)
        if (!verdict.passed) throw new TestsFailWithoutMutant(verdict)
      }
      await testAll(benches, build, isFast, tell)
    }
  }
  for (const bench of benches) bench.restore()
}
