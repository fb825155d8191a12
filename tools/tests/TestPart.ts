export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One test that has ended. */
export interface EndedTest {
  /** From the repository's folder. */
  readonly file: string
  readonly title: string
  readonly ms: number
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** What went wrong, in a few lines. */
  readonly error?: string | undefined
  /** Files that show it: a screenshot, a trace. */
  readonly files?: readonly string[]
}

/** Hears how far a part is. */
export interface PartWatch {
  planned(count: number, unit: 'files' | 'tests'): void
  /** One more of what was planned has ended. */
  advanced(): void
  ended(test: EndedTest): void
  /** Everything else that the part has to say: it goes into its log. */
  log(text: string): void
}

/** One kind of tests, or a step that others need: its name, and how to run it to a count. */
export interface TestPart {
  readonly name: string
  /** Parts that have to succeed first. */
  readonly needs?: readonly string[]
  /** Parts that have to have ended first, whatever they came to. */
  readonly after?: readonly string[]
  /** CPU seconds that it took when it was last measured; told beside those that it takes. */
  readonly usualCpuS?: number
  readonly run: (watch: PartWatch) => Promise<Tally & { readonly cpuS: number | null }>
}

/** What a program's tests came to, given what it counted and whether it ended well. A crash is a failure, and so is nothing at all. */
export function tally(counted: Tally, ok: boolean): Tally {
  const nothing = counted.passed + counted.failed === 0
  const crashed = !ok && counted.failed === 0
  return nothing || crashed ? { ...counted, failed: counted.failed + 1 } : counted
}
