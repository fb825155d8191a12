import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { tally, type Tally, type TestPart } from './TestPart.ts'

const timeoutMs = 3_600_000
const program = join(root, 'contracts/proof/run.ts')

/** Reads the line 'N passed, N failed' that a program of tests ends with. */
export function countLastLine(output: string): Tally {
  const last = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  return { passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0) }
}

/** The proofs of the escrow: the reference model, faulty collections, gas. */
export function proofTests(args: readonly string[]): TestPart {
  return {
    name: 'proofs',
    run: async () => {
      const { ok, output } = await run(process.execPath, [program, ...args], {
        timeoutMs,
        onOutput: (text) => void process.stdout.write(text),
      })
      return tally(countLastLine(output), ok)
    },
  }
}

export const hasProofs = existsSync(program)
