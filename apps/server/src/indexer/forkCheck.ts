import type { Checkpoint } from './checkpoints.ts'
import type { Header } from './reads/headers.ts'

export type ForkVerdict = 'same' | 'forked' | 'behind' | 'unknown'

/**
 * Whether a head continues the chain that was read up to `checkpoint`, as far as the head alone can tell. An accepted block of
 * the C-Chain is final, so `forked` means another chain: a local one that was reset or put back.
 * `behind` is a head below the checkpoint: an endpoint that lags, or a chain put back.
 */
export function forkCheck(checkpoint: Checkpoint, head: Header): ForkVerdict {
  if (head.number < checkpoint.block) return 'behind'
  if (checkpoint.blockHash === '') return 'same'
  if (head.number === checkpoint.block) return head.hash === checkpoint.blockHash ? 'same' : 'forked'
  if (head.number === checkpoint.block + 1) return head.parentHash === checkpoint.blockHash ? 'same' : 'forked'
  return 'unknown'
}
