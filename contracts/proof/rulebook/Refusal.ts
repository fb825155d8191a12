import type { Address } from '@parley/domain'

/** What a refusal tells about: amounts, addresses, offer ids, bytes. */
export type RefusalArgument = bigint | Address | `0x${string}`

/** The rules forbid the call. Nothing has changed. */
export class Refusal extends Error {
  readonly code: string
  readonly parameters: readonly RefusalArgument[]
  constructor(code: string, ...parameters: readonly RefusalArgument[]) {
    super(`${code}(${parameters.join(', ')})`)
    this.code = code
    this.parameters = parameters
  }
}

/** A call with value to a function that takes none: refused without a reason. */
export const unpayable = 'Unpayable'
