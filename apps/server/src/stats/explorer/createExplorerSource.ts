import { type EscrowEvent, tradeSelectors } from '@parley/chain'
import { type Address, sameAddress, type TxHash } from '@parley/domain'
import { addressSchema, type EscrowDeployment } from '@parley/protocol'
import type { PublicClient } from 'viem'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { BlockRef, RawLog } from '../../indexer/logConsumer.ts'
import { readReceiptLogs } from '../../indexer/reads/readLogs.ts'
import { applyEvents } from '../../offers/applyEvents.ts'
import { eventsOf } from '../../offers/offerConsumer.ts'
import type { StoredOffer } from '../../offers/storedOffer.ts'
import {
  blockNumberSchema,
  type ExplorerClient,
  ExplorerError,
  type ExplorerTransaction,
  explorerTransactionSchema,
} from './createExplorerClient.ts'
import type { StatsSource } from '../takeStats.ts'

/** Batch size accepted by public endpoints. */
const receiptsAtOnce = 40

interface ExplorerSourceParts {
  readonly explorer: ExplorerClient
  readonly chain: PublicClient
  readonly receipts: ReceiptStore
  readonly escrows: readonly EscrowDeployment[]
  /** First block of the list; null uses each deployment's. */
  readonly fromBlock: number | null
}

/**
 * Offers from a block explorer: its transactions of the escrow, with details from each receipt.
 *
 * The list lacks calls made through other contracts. Reading throws {@link ExplorerError}.
 */
export function createExplorerSource(parts: ExplorerSourceParts): StatsSource {
  return {
    async *offersAt(at, signal) {
      const toBlock = Math.min(at.number, await blockBefore(parts.explorer, at, signal))
      const events: EscrowEvent[] = []
      for (const { address, fromBlock } of parts.escrows) {
        const range = { contract: address, fromBlock: parts.fromBlock ?? fromBlock, toBlock }
        for await (const transactions of listTransactions(parts.explorer, range, signal))
          events.push(...(await eventsIn(parts, transactions, signal)))
      }
      yield offersOf(events)
    },
  }
}

/** The explorer's newest block no later than `at`. It may lag behind the chain. */
async function blockBefore(explorer: ExplorerClient, at: BlockRef, signal: AbortSignal): Promise<number> {
  const parameters = { module: 'block', action: 'getblocknobytime', timestamp: String(at.timeS), closest: 'before' }
  const block = await explorer.ask(parameters, blockNumberSchema, signal)
  if (block === null) throw new ExplorerError('malformed', 'the explorer knows no block before now')
  return block
}

async function eventsIn(
  { chain, receipts, escrows }: ExplorerSourceParts,
  listed: readonly ExplorerTransaction[],
  signal: AbortSignal,
): Promise<EscrowEvent[]> {
  const trades = listed.filter(isTrade)
  const known = new Map(await receipts.find(trades.map((trade) => trade.hash)))
  const missing = trades.filter((trade) => !known.has(trade.hash))
  const ours = new Set(escrows.map((escrow) => escrow.address))
  for (let start = 0; start < missing.length; start += receiptsAtOnce) {
    signal.throwIfAborted()
    const batch = missing.slice(start, start + receiptsAtOnce)
    const read = await Promise.all(
      batch.map(async ({ hash }) => {
        const logs = await readReceiptLogs(chain, hash)
        return { txHash: hash, logs: (logs ?? []).filter((log) => ours.has(log.address)) }
      }),
    )
    for (const { txHash, logs } of read) known.set(txHash, logs)
    await receipts.keep(read.filter(({ logs }) => logs.length > 0))
  }
  return trades.flatMap((trade) => eventsOf(checked(trade, known.get(trade.hash) ?? [])))
}

function isTrade({ input, isError, txreceipt_status }: ExplorerTransaction): boolean {
  return isError === '0' && txreceipt_status !== '0' && tradeSelectors.has(input.slice(0, 10).toLowerCase())
}

/** Verifies that a listed success has matching events at the stated block and time. */
function checked(trade: ExplorerTransaction, logs: readonly RawLog[]): readonly RawLog[] {
  if (logs.length === 0) throw contradiction(trade, 'the chain shows no such trade')
  for (const log of logs) {
    if (log.blockNumber !== trade.blockNumber) throw contradiction(trade, `it is of block ${log.blockNumber}`)
    if (log.blockTimeS !== trade.timeStamp) throw contradiction(trade, `its block is of ${log.blockTimeS}`)
  }
  return logs
}

function contradiction({ hash }: ExplorerTransaction, what: string): ExplorerError {
  return new ExplorerError('contradicted', `the explorer is wrong about ${hash}: ${what}`)
}

function offersOf(events: readonly EscrowEvent[]): readonly StoredOffer[] {
  const inOrder = events.toSorted((a, b) => a.place.block - b.place.block || a.place.logIndex - b.place.logIndex)
  return applyEvents([], inOrder).changed
}

const explorerPageSize = 1000
/** Explorers return at most 10,000 transactions per query. */
const maxPages = 10
/** Gives up above this many: reading would take hours. */
const maxTransactions = 500_000

interface ListRange {
  readonly contract: Address
  readonly fromBlock: number
  readonly toBlock: number
}

const pageSchema = z.array(explorerTransactionSchema).max(explorerPageSize)

/**
 * Lists all transactions sent to a contract, each once, oldest first.
 *
 * Each page starts at the previous page's last block, and the list ends when a page adds nothing. This tolerates short pages
 * and never hits the limit of 10,000.
 */
async function* listTransactions(
  explorer: ExplorerClient,
  { contract, fromBlock, toBlock }: ListRange,
  signal: AbortSignal,
): AsyncIterable<readonly ExplorerTransaction[]> {
  const seen = new Map<string, string>()
  let startBlock = fromBlock
  let page = 1
  while (!signal.aborted) {
    const found = await explorer.ask(
      parametersOf({ contract, fromBlock: startBlock, toBlock }, page),
      pageSchema,
      signal,
    )
    const fresh = (found ?? []).filter((transaction) => isNew(seen, transaction))
    const blocks = (found ?? []).map((transaction) => transaction.blockNumber)
    if (blocks.some((block) => block < startBlock || block > toBlock))
      throw new ExplorerError('contradicted', 'the explorer listed transactions of blocks that were not asked for')
    const sent = fresh.filter(({ to }) => typeof to === 'string' && to !== '' && sameAddress(to, contract))
    if (sent.length > 0) yield sent
    if (seen.size > maxTransactions) throw new ExplorerError('tooMany', 'the explorer lists more than can be read')
    const last = Math.max(startBlock, ...blocks)
    // A page that lies within one block says nothing about the next block.
    if (last > startBlock) {
      startBlock = last
      page = 1
    } else if (blocks.length > 0 && page < maxPages) page += 1
    else return
  }
}

function parametersOf({ contract, fromBlock, toBlock }: ListRange, page: number): Record<string, string> {
  return {
    module: 'account',
    action: 'txlist',
    address: contract,
    startblock: String(fromBlock),
    endblock: String(toBlock),
    page: String(page),
    offset: String(explorerPageSize),
    sort: 'asc',
  }
}

/** Pages overlap, so duplicates are expected; the same hash with different data is a contradiction. */
function isNew(seen: Map<string, string>, transaction: ExplorerTransaction): boolean {
  const story = `${transaction.blockNumber}/${transaction.timeStamp}/${transaction.isError}`
  const before = seen.get(transaction.hash)
  if (before !== undefined && before !== story)
    throw new ExplorerError('contradicted', `the explorer lists ${transaction.hash} twice, with different facts`)
  seen.set(transaction.hash, story)
  return before === undefined
}

/** A transaction's escrow logs. */
export interface Receipt {
  readonly txHash: TxHash
  readonly logs: readonly RawLog[]
}

/** Caches transaction logs, so each receipt is read once. */
interface ReceiptStore {
  find(hashes: readonly TxHash[]): Promise<ReadonlyMap<TxHash, Receipt['logs']>>
  keep(receipts: readonly Receipt[]): Promise<void>
  /** Deletes receipts of other chains. */
  forgetOthers(): Promise<void>
}

/** Both engines limit the values per statement. */
const rowsAtOnce = 500

const hex = z.custom<`0x${string}`>()
/** Stored data is trusted and only deserialized. */
const logsSchema = z.array(
  z.object({
    address: addressSchema,
    topics: z.array(hex),
    data: hex,
    blockNumber: z.number(),
    blockHash: hex,
    blockTimeS: z.number(),
    txHash: hex,
    logIndex: z.number(),
  }),
)

export function createReceiptStore(db: Database, chainKey: string): ReceiptStore {
  return {
    async find(hashes) {
      const found = new Map<TxHash, Receipt['logs']>()
      for (let at = 0; at < hashes.length; at += rowsAtOnce) {
        const rows = await db.read
          .selectFrom('stats_receipts')
          .select(['tx_hash', 'logs'])
          .where('chain_key', '=', chainKey)
          .where('tx_hash', 'in', hashes.slice(at, at + rowsAtOnce))
          .execute()
        for (const row of rows) found.set(row.tx_hash, logsSchema.parse(JSON.parse(row.logs)))
      }
      return found
    },
    async keep(receipts) {
      if (receipts.length === 0) return
      await db.write
        .insertInto('stats_receipts')
        .values(
          receipts.map(({ txHash, logs }) => ({ tx_hash: txHash, chain_key: chainKey, logs: JSON.stringify(logs) })),
        )
        .onConflict((conflict) => conflict.column('tx_hash').doNothing())
        .execute()
    },
    async forgetOthers() {
      await db.write.deleteFrom('stats_receipts').where('chain_key', '!=', chainKey).execute()
    },
  }
}
