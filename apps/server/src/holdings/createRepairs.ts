import { findOwners, type OwnersOutcome } from '@parley/chain'
import type { Address, Collection } from '@parley/domain'
import type { Transaction } from 'kysely'
import type { PublicClient } from 'viem'
import type { Schema } from '../db/schema.ts'
import type { OwnerChange } from './OwnerChange.ts'
import { replaceOwners, writeOwnerChanges } from './ownerRows.ts'

/** A collection that is read anew while the index goes on. */
interface Repair {
  readonly collection: Collection
  /** The block that it is read at. */
  readonly block: number
  /** What moved after that block. */
  later: readonly OwnerChange[]
  outcome: OwnersOutcome | undefined
}

/** Repairs as they were written in a transaction. */
export interface Written {
  readonly count: number
  /** Call it when the transaction is done: they are over. */
  committed(): void
}

export interface Repairs {
  /** Reads a collection's owners anew at `block`, up to which the index has read. Does nothing while that is under way. */
  begin(collection: Collection, block: number): Promise<void>
  isUnderWay(contract: Address): boolean
  /** Writes, in the index's own transaction, the repairs that have been read, and what moved since. */
  write(
    tx: Transaction<Schema>,
    changes: readonly OwnerChange[],
    range: { fromBlock: number; toBlock: number },
  ): Promise<Written>
  /** Forgets everything: the chain is another one. */
  clear(): void
}

/**
 * Repairs what differs from the chain. The owners at one block are read outside of any transaction; what moves meanwhile is kept
 * and written on top, in the transaction that moves the index's checkpoint. So a repair never undoes what came after it.
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
        // A transaction that was undone comes again with the same blocks.
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
