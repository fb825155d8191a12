export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One test that has ended. */
export interface EndedTest {
  /** Relative to the repository. */
  readonly file: string
  readonly title: string
  readonly ms: number
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The failure in a few lines. */
  readonly error?: string | undefined
  /** What a browser showed at the end, as roles and names. */
  readonly screen?: string | undefined
  /** Evidence: a screenshot, a trace. */
  readonly files?: readonly string[]
}

/** Hears how far a part is. */
export interface PartWatch {
  planned(count: number, unit: 'files' | 'tests'): void
  /** Another planned test has ended. */
  advanced(): void
  ended(test: EndedTest): void
  /** Any other output, which goes to the part's log. */
  log(text: string): void
}

/** One kind of tests, or a step that others need: its name, and how to run it to a count. */
export interface TestPart {
  readonly name: string
  /** Parts that must succeed first. */
  readonly needs?: readonly string[]
  /** Parts that must end first, whatever their result. */
  readonly after?: readonly string[]
  /** CPU seconds when last measured; printed beside the current ones. */
  readonly usualCpuS?: number
  readonly run: (watch: PartWatch) => Promise<Tally & { readonly cpuS: number | null }>
}

/**
 * A program's test counts, given what it reported and whether it exited cleanly. A crash is a failure, and so is no
 * test at all.
 */
export function tally(counted: Tally, ok: boolean): Tally {
  const nothing = counted.passed + counted.failed === 0
  const crashed = !ok && counted.failed === 0
  return nothing || crashed ? { ...counted, failed: counted.failed + 1 } : counted
}
