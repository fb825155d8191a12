import type { Address } from '@parley/domain'

/** An argument of a refusal: amount, address, offer id, bytes. */
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

/** A call with value to a non-payable function: refused without a reason. */
export const unpayable = 'Unpayable'
