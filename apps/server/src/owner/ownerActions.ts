import { decodeOwnerLog, ownerEventTopics } from '@parley/chain'
import { type Address, sameAddress } from '@parley/domain'
import { type EscrowDeployment, ownerActionSchema, ownerActionToWire, type WireOwnerAction } from '@parley/protocol'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
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
    skipUnavailableLogs: async () => async () => ({ events: [] }),
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

/** More deeds than any owner does; the newest come first. */
const maxActions = 1_000
const nftsSchema = z.array(z.unknown())

/** `GET /api/escrows/{address}`: the owner's log, and how much the escrow holds. */
export function escrowRecordHandlers({ config, db }: Pick<Context, 'config' | 'db'>): Pick<Handlers, 'escrowRecord'> {
  return {
    async escrowRecord({ params }) {
      const known = config.deployment.escrows.find((escrow) => sameAddress(escrow.address, params.address))
      if (!known) throw new HttpError(404, 'there is no such escrow here', { field: 'address' })
      const [actions, held] = await Promise.all([
        actionsOf(db.readIndex, known.address),
        heldBy(db.readIndex, known.address),
      ])
      return { status: 200, body: { success: true, actions, ...held } }
    },
  }
}

async function actionsOf(db: Queryable, escrow: Address): Promise<WireOwnerAction[]> {
  const rows = await db
    .selectFrom('owner_actions')
    .select('action')
    .where('escrow', '=', escrow)
    .orderBy('block', 'desc')
    .orderBy('log_index', 'desc')
    .limit(maxActions)
    .execute()
  return rows.map((row) => ownerActionSchema.parse(JSON.parse(row.action)))
}

async function heldBy(db: Queryable, escrow: Address): Promise<{ openOffers: number; nftsHeld: number }> {
  const rows = await db
    .selectFrom('offers')
    .select(['settlement', 'offered', 'unreturned'])
    .where('escrow', '=', escrow)
    .where((eb) => eb.or([eb('settlement', 'is', null), eb('unreturned', '!=', '[]')]))
    .execute()
  const open = rows.filter((row) => row.settlement === null)
  const count = (text: string) => nftsSchema.parse(JSON.parse(text)).length
  const nftsHeld = rows.reduce((sum, row) => sum + count(row.settlement === null ? row.offered : row.unreturned), 0)
  return { openOffers: open.length, nftsHeld }
}
