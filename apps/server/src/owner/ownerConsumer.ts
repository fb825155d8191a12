import { decodeOwnerLog, ownerEventTopics } from '@parley/chain'
import { ownerActionToWire, type EscrowDeployment } from '@parley/protocol'
import type { LogConsumer } from '../indexer/logConsumer.ts'

/** Keeps the log of what the owner of one escrow did. */
export function ownerConsumer({ address, fromBlock }: EscrowDeployment): LogConsumer {
  return {
    key: `owner:${address}`,
    fromBlock,
    addresses: [address],
    topics: ownerEventTopics,
    // If endpoints refuse the logs, this record has a gap until they return them. The rest of the panel comes from the
    // contract.
    passGap: async () => async () => ({ events: [] }),
    async apply(tx, { logs }) {
      const rows = logs.flatMap((log) => {
        const action = decodeOwnerLog(log)
        if (action === null) return []
        const { block, logIndex } = action
        return [{ escrow: address, block, log_index: logIndex, action: JSON.stringify(ownerActionToWire(action)) }]
      })
      if (rows.length === 0) return { events: [] }
      await tx
        .insertInto('owner_actions')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['escrow', 'block', 'log_index']).doNothing())
        .execute()
      return { events: [{ type: 'escrow', escrow: address }] }
    },
    async clear(tx) {
      await tx.deleteFrom('owner_actions').where('escrow', '=', address).execute()
    },
  }
}
