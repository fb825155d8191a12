import { sameAddress, type Address } from '@parley/domain'
import { z } from 'zod'
import type { ExplorerClient } from './createExplorerClient.ts'
import { explorerTransactionSchema, type ExplorerTransaction } from './explorerAnswers.ts'
import { ExplorerError } from './ExplorerError.ts'

export const explorerPageSize = 1000
/** Explorers return at most 10,000 transactions per query. */
const maxPages = 10
/** Gives up above this many: reading would take hours. */
const maxTransactions = 500_000

export interface ListRange {
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
export async function* listTransactions(
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
