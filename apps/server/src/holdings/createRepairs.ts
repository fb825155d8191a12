import { findOwners, type OwnersOutcome } from '@parley/chain'
import type { Address, Collection } from '@parley/domain'
import type { Transaction } from 'kysely'
import type { PublicClient } from 'viem'
import type { Schema } from '../db/schema.ts'
import { type OwnerChange, replaceOwners, writeOwnerChanges } from './ownerRows.ts'
/** A collection being re-read while the index continues. */
interface Repair {
  readonly collection: Collection
  /** The block it is read at. */
  readonly block: number
  /** Transfers after that block. */
  later: readonly OwnerChange[]
  outcome: OwnersOutcome | undefined
}

/** Repairs written in a transaction. */
export interface Written {
  readonly count: number
  /** Call after the commit, to discard them. */
  committed(): void
}

export interface Repairs {
  /** Re-reads a collection's owners at `block`, the index's checkpoint. Does nothing if already running. */
  begin(collection: Collection, block: number): Promise<void>
  isUnderWay(contract: Address): boolean
  /** Writes finished repairs and later transfers within the index's transaction. */
  write(
    tx: Transaction<Schema>,
    changes: readonly OwnerChange[],
    range: { fromBlock: number; toBlock: number },
  ): Promise<Written>
  /** Discards everything after a chain reset. */
  clear(): void
}

/**
 * Repairs differences from the chain.
 *
 * Owners at one block are read outside any transaction. Transfers that arrive in the meantime are collected and applied on
 * top, in the transaction that moves the checkpoint, so a repair never undoes later transfers.
 */
export function createRepairs(chain: PublicClient, signal: AbortSignal): Repairs {
  const repairs = new Map<Address, Repair>()

  return {
    isUnderWay: (contract) => repairs.has(contract),
    clear: () => repairs.clear(),
    async begin(collection, block) {
      if (repairs.has(collection.address)) return
      const repair: Repair = { collection, block, later: [], outcome: undefined }
      repairs.set(collection.address, repair)
      try {
        repair.outcome = await findOwners(chain, collection, BigInt(block), signal)
      } catch (error) {
        repairs.delete(collection.address)
        throw error
      }
    },
    async write(tx, changes, { fromBlock, toBlock }) {
      const written: Repair[] = []
      for (const repair of repairs.values()) {
        // A rolled back transaction is retried with the same blocks.
        const before = repair.later.filter((change) => change.block < fromBlock)
        const since = changes.filter(
          ({ contract, block }) => contract === repair.collection.address && block > repair.block,
        )
        repair.later = [...before, ...since]
        if (repair.outcome === undefined || toBlock < repair.block) continue
        await replaceOwners(tx, repair.collection, repair.outcome)
        await writeOwnerChanges(tx, repair.later)
        written.push(repair)
      }
      return {
        count: written.length,
        committed() {
          for (const repair of written)
            if (repairs.get(repair.collection.address) === repair) repairs.delete(repair.collection.address)
        },
      }
    },
  }
}
