import type { Tally, TestPart } from './TestPart.ts'

/**
 * Runs every part, whatever the others come to, prints what each took, and ends with the line `N passed, N failed`.
 * @returns whether all passed.
 */
export async function runParts(parts: readonly TestPart[], print: (line: string) => void): Promise<boolean> {
  const table: string[] = []
  const sum = { passed: 0, failed: 0 }
  for (const part of parts) {
    print(`\n── ${part.name} ──`)
    const startedMs = performance.now()
    const { passed, failed } = await part.run().catch((error: unknown): Tally => {
      print(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return { passed: 0, failed: 1 }
    })
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    table.push(
      `${part.name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(5)} failed ${seconds.padStart(8)} s`,
    )
    sum.passed += passed
    sum.failed += failed
  }
  print(`\n${table.join('\n')}`)
  print(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 && sum.passed > 0
}
