/** A measured figure with its reference. */
export interface BenchRow {
  readonly case: string
  readonly figure: number
  readonly unit: string
  /** The figure of what `against` names, from the same run. */
  readonly reference: number
  readonly against: string
}

/** What a file of this folder exports: `pnpm bench gas` runs the `bench` of bench/gas.ts. */
export interface Bench {
  readonly about: string
  /** Whether it opens the page, which is then built first. */
  readonly opensPage?: true
  /** Whether its figures are exact counts, or waits much longer than any work. `bench all` runs these in parallel. */
  readonly besides?: true
  run(): Promise<readonly BenchRow[]>
}
