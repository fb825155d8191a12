import { decodeErrorResult, type Hex } from 'viem'
import { swapEscrowErrors } from '../gen/swapEscrowErrors.ts'
import type { Revert } from './ChainFailure.ts'
import { tokenErrorsAbi } from './tokenErrorsAbi.ts'

const knownErrors = [...swapEscrowErrors, ...tokenErrorsAbi]

/** Reads what a contract said when it refused. Unknown or broken data gives a revert without a name. */
export function decodeRevert(data: Hex): Revert {
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data })
    return { name: errorName, args: args ?? [] }
  } catch {
    // Any contract may answer any bytes: an unknown selector and arguments that do not decode are both normal here.
    return { name: null, args: [data] }
  }
}
