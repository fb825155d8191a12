import { tradeSelectors, type EscrowEvent } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import type { PublicClient } from 'viem'
import { readReceiptLogs } from '../../indexer/reads/transactions.ts'
import type { BlockRef, RawLog } from '../../indexer/logConsumer.ts'
import { foldEvents } from '../../offers/foldEvents.ts'
import { eventsOf } from '../../offers/offerConsumer.ts'
import type { StoredOffer } from '../../offers/storedOffer.ts'
import type { StatsSource } from '../StatsSource.ts'
import type { ExplorerClient } from './createExplorerClient.ts'
import { blockNumberSchema, type ExplorerTransaction } from './explorerAnswers.ts'
import { ExplorerError } from './ExplorerError.ts'
import { listTransactions } from './listTransactions.ts'
import type { ReceiptStore } from './receiptStore.ts'

/** Batch size accepted by public endpoints. */
const receiptsAtOnce = 40

export interface ExplorerSourceParts {
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
  return foldEvents([], inOrder).changed
}
