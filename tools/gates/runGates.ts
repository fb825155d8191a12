import { run } from '../process/run.ts'
import type { Gate } from './gates.ts'

const timeoutMs = 600_000
const atOnce = 2

/** Asks every gate, two at a time, and prints what each said that did not hold. @returns whether all held. */
export async function runGates(gates: readonly Gate[], print: (line: string) => void): Promise<boolean> {
  const waiting = [...gates]
  const failed: string[] = []
  const work = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const { ok, output, seconds } = await run(gate.file, gate.args, {
        cwd: gate.cwd,
        timeoutMs,
        env: { FOUNDRY_PROFILE: undefined },
      })
      if (!ok) {
        failed.push(gate.name)
        print(
          `\n── ${gate.name} ──\n${output.trim()}\n${gate.remedy === undefined ? '' : `Put right by: ${gate.remedy}\n`}`,
        )
      }
      print(`${ok ? 'ok  ' : 'FAIL'} ${gate.name.padEnd(28)} ${seconds.toFixed(1)} s`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  print(
    failed.length === 0
      ? `\nAll ${gates.length} checks hold.`
      : `\n${failed.length} of ${gates.length} checks fail: ${failed.join(', ')}`,
  )
  return failed.length === 0
}
