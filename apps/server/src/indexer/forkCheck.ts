import type { Checkpoint } from './checkpoints.ts'
import type { Header } from './reads/headers.ts'

export type ForkVerdict = 'same' | 'forked' | 'behind' | 'unknown'

/**
 * Whether a head continues the chain read up to `checkpoint`, as far as the head alone can tell.
 *
 * Accepted C-Chain blocks are final, so `forked` means another chain: a local one that was reset or rolled back. `behind`:
 * the head is below the checkpoint, because the endpoint lags or the chain was rolled back.
 */
export function forkCheck(checkpoint: Checkpoint, head: Header): ForkVerdict {
  if (head.number < checkpoint.block) return 'behind'
  if (checkpoint.blockHash === '') return 'same'
  if (head.number === checkpoint.block) return head.hash === checkpoint.blockHash ? 'same' : 'forked'
  if (head.number === checkpoint.block + 1) return head.parentHash === checkpoint.blockHash ? 'same' : 'forked'
  return 'unknown'
}
