export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One kind of tests: its name, and how to run it to a count. */
export interface TestPart {
  readonly name: string
  readonly run: () => Promise<Tally>
}

/** What a program's tests came to, given what it counted and whether it ended well. A crash is a failure, and so is nothing at all. */
export function tally(counted: Tally, ok: boolean): Tally {
  const nothing = counted.passed + counted.failed === 0
  const crashed = !ok && counted.failed === 0
  return nothing || crashed ? { ...counted, failed: counted.failed + 1 } : counted
}
