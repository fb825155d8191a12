import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import type { TestPart } from './TestPart.ts'

const timeoutMs = 7_200_000

function proof(
  command: string,
  after: string,
  args: readonly string[] = [],
  name = command,
): TestPart & { readonly program: string } {
  const program = join(root, `tools/commands/${command}.ts`)
  return {
    name,
    after: [after],
    program,
    run: async (watch) => {
      const { ok, output, cpuS } = await run(process.execPath, [program, ...args], { timeoutMs, onOutput: watch.log })
      const file = `tools/commands/${command}.ts`
      watch.ended({
        file,
        title: name,
        ms: 0,
        outcome: ok ? 'passed' : 'failed',
        error: ok ? undefined : output.slice(-2_000),
      })
      return ok ? { passed: 1, failed: 0, cpuS } : { passed: 0, failed: 1, cpuS }
    },
  }
}

/**
 * Proofs too long for every run, one after the other.
 *
 * A million random calls on model and contract, its corpus of calls that follow coverage, mutants of the contract (one in ten; `pnpm mutate` runs all), grave
 * faults planted in it, lemmas for the compiler's model checker, two identical builds, ten minutes of hostile clients,
 * and the planted faults they must find. Then the topology of three servers with all its
 * faults, and once without the mend that a roll-over needs.
 */
export const longProofs: readonly TestPart[] = [
  proof('fuzz', 'voice'),
  proof('fuzz', 'fuzz', ['--corpus'], 'corpus'),
  proof('mutate', 'corpus', ['--sample', '110']),
  proof('mutate', 'mutate', ['--planted'], 'planted in the contract'),
  proof('prove-contracts', 'planted in the contract'),
  proof('build-twice', 'prove-contracts'),
  proof('hostile', 'build-twice', ['--seed', '1', '--minutes', '10']),
  proof('hostile', 'hostile', ['--plant', 'all'], 'planted faults'),
  proof('rehearse', 'planted faults', ['--scale', '0.02', '--minutes', '0'], 'rehearsal'),
  proof('rehearse', 'rehearsal', ['--scale', '0.02', '--minutes', '0', '--without', 'leave'], 'a mend left out'),
].filter(({ program }) => existsSync(program))
