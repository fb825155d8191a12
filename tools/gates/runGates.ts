import { run } from '../process/run.ts'
import type { GateCache } from './gateCache.ts'
import type { Gate } from './gates.ts'

const timeoutMs = 600_000
const concurrency = 2

/** Runs the gates whose inputs changed, two at a time, and prints the output of each that fails. @returns whether all pass. */
export async function runGates(
  gates: readonly Gate[],
  cache: GateCache,
  print: (line: string) => void,
): Promise<boolean> {
  const passed: Gate[] = []
  const failed: string[] = []
  const waiting: Gate[] = []
  for (const gate of gates) {
    if (cache.hasPassed(gate)) print(`ok   ${gate.name.padEnd(28)} unchanged`)
    else waiting.push(gate)
  }
  const work = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const { ok, output, seconds } = await run(gate.file, [...gate.args, ...(cache.affected(gate) ?? [])], {
        cwd: gate.cwd,
        timeoutMs,
        env: { FOUNDRY_PROFILE: undefined },
      })
      if (ok) passed.push(gate)
      else {
        failed.push(gate.name)
        const remedy = gate.remedy === undefined ? '' : `To fix it: ${gate.remedy}\n`
        print(`\n── ${gate.name} ──\n${output.trim()}\n${remedy}`)
      }
      print(`${ok ? 'ok  ' : 'FAIL'} ${gate.name.padEnd(28)} ${seconds.toFixed(1)} s`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  cache.save(passed)
  print(
    failed.length === 0
      ? `\nAll ${gates.length} checks pass.`
      : `\n${failed.length} of ${gates.length} checks fail: ${failed.join(', ')}`,
  )
  return failed.length === 0
}
