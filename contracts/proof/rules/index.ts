import { ownSources, type SourceFile } from '../mutation/syntax.ts'
import { asksForTheOrigin } from './asksForTheOrigin.ts'
import { dropsAnOutcome } from './dropsAnOutcome.ts'
import type { Violation } from './Violation.ts'
import { writesAfterACall } from './writesAfterACall.ts'

/** Functions that deliberately write after a call, and why that is safe. */
const meantToWriteAfterwards: Readonly<Record<string, string>> = {
  'EscrowCoins._pay':
    'Coins stopped counting as locked before the first call. Those that the receiver refuses are owed, which only its answer tells. The guard keeps every other call out.',
  'SwapEscrow._noteKept':
    'The offer was closed before the first call, and all its NFTs count as held until the last; here is noted which of them stayed. The guard keeps every other call out.',
}

/** Every violation of the escrow's own rules, in contracts/src unless other sources are given. */
export function violations(files: readonly SourceFile[] = ownSources()): Violation[] {
  return [
    ...files.flatMap(asksForTheOrigin),
    ...files.flatMap(dropsAnOutcome),
    ...writesAfterACall(files, new Set(Object.keys(meantToWriteAfterwards))),
  ]
}

export type { Violation } from './Violation.ts'
