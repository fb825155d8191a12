import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import type { TestPart } from './TestPart.ts'

const timeoutMs = 7_200_000

function proof(name: string, after: string, args: readonly string[] = []): TestPart & { readonly program: string } {
  const program = join(root, `tools/commands/${name}.ts`)
  return {
    name,
    after: [after],
    program,
    run: async (watch) => {
      const { ok, output, cpuS } = await run(process.execPath, [program, ...args], { timeoutMs, onOutput: watch.log })
      const file = `tools/commands/${name}.ts`
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

/** What takes too long for every run: a million random calls on model and contract, broken contracts that the tests must notice (one in ten of them: `pnpm mutate` asks all), and two builds that must be the same. One after the other. */
export const longProofs: readonly TestPart[] = [
  proof('fuzz', 'voice'),
  proof('mutate', 'fuzz', ['--sample', '110']),
  proof('build-twice', 'mutate'),
].filter(({ program }) => existsSync(program))
