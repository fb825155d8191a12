import { offerEventTopics, readOfferStates, type EscrowEvent } from '@parley/chain'
import type { Context } from '../context.ts'
import { readAnchors } from '../indexer/checkpoints.ts'
import { checkBranch } from '../indexer/reads/branches.ts'
import { readHead } from '../indexer/reads/headers.ts'
import { readLogs } from '../indexer/reads/readLogs.ts'
import { isKnownTransaction, readReceiptLogs } from '../indexer/reads/transactions.ts'
import { maxRangeBlocks } from '../indexer/rangeSize.ts'
import { eventsOf } from './offerConsumer.ts'

/**
 * What the chain knows under a hash that the index does not have.
 *
 * - `created`: the events of a transaction that created an offer, or of the offer of that id.
 * - `pending`: a transaction that is not mined yet.
 * - `older`: an offer whose creation lies further back than was looked.
 * - `nothing`: no offer, and no transaction that could become one.
 */
export type Sighting =
  | { readonly kind: 'created'; readonly events: readonly EscrowEvent[] }
  | { readonly kind: 'pending' | 'older' | 'nothing' }

/** Looks for an offer by its id or by the transaction that created it. Two requests at most. */
export async function findOnChain({ chain, config, db }: Context, hash: `0x${string}`): Promise<Sighting> {
  const escrows = config.deployment.escrows.map((escrow) => escrow.address)
  const anchors = await readAnchors(db.read)
  const [, receiptLogs, isTransaction, ...states] = await Promise.all([
    checkBranch(chain, anchors),
    readReceiptLogs(chain, hash),
    isKnownTransaction(chain, hash),
    ...escrows.map(async (escrow) => ({
      escrow,
      state: (await readOfferStates(chain, escrow, [hash])).states.get(hash),
    })),
  ])
  if (receiptLogs !== null)
    return sightingOf(eventsOf(receiptLogs.filter((log) => escrows.includes(log.address))), 'nothing')
  if (isTransaction) return { kind: 'pending' }
  const holder = states.find(({ state }) => state !== undefined && state !== 'unknown')
  if (!holder) return { kind: 'nothing' }
  const head = await readHead(chain)
  const fromBlock = Math.max(0, head.number - maxRangeBlocks + 1)
  const filter = {
    addresses: [holder.escrow],
    topics: offerEventTopics,
    firstArguments: [hash],
    fromBlock,
    toBlock: head.number,
  }
  return sightingOf(eventsOf(await readLogs(chain, filter, [head])), 'older')
}

function sightingOf(events: readonly EscrowEvent[], otherwise: 'older' | 'nothing'): Sighting {
  return events.some((event) => event.kind === 'created') ? { kind: 'created', events } : { kind: otherwise }
}
