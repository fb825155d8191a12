import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import type { TestPart } from './TestPart.ts'

const timeoutMs = 7_200_000

function proof(name: string, args: readonly string[] = []): TestPart & { readonly program: string } {
  const program = join(root, `tools/commands/${name}.ts`)
  return {
    name,
    program,
    run: async () => {
      const { ok } = await run(process.execPath, [program, ...args], {
        timeoutMs,
        onOutput: (text) => void process.stdout.write(text),
      })
      return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

/** What takes too long for every run: a million random calls on model and contract, broken contracts that the tests must notice (one in ten of them: `pnpm mutate` asks all), two builds that must be the same, ten minutes of strangers, and the faults that those have to find. */
export const longProofs: readonly TestPart[] = [
  proof('fuzz'),
  proof('mutate', ['--sample', '110']),
  proof('build-twice'),
  proof('hostile', ['--seed', '1', '--minutes', '10']),
  proof('hostile', ['--plant', 'all']),
].filter(({ program }) => existsSync(program))
