import { sameAddress, type Address } from '@parley/domain'
import { z } from 'zod'
import type { ExplorerClient } from './createExplorerClient.ts'
import { explorerTransactionSchema, type ExplorerTransaction } from './explorerAnswers.ts'
import { ExplorerError } from './ExplorerError.ts'

export const explorerPageSize = 1000
/** Explorers refuse what lies behind the ten thousandth transaction of one request. */
const maxPages = 10
/** Above this the list is not read any more: it would take hours. */
const maxTransactions = 500_000

export interface ListRange {
  readonly contract: Address
  readonly fromBlock: number
  readonly toBlock: number
}

const pageSchema = z.array(explorerTransactionSchema).max(explorerPageSize)

/**
 * All transactions sent to a contract, each once, oldest first.
 *
 * Every page begins with the last block of the one before, and the list ends when a page brings nothing new. So a page that
 * comes short is made up for, and the explorer's limit of ten thousand is never met.
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
    // A page within one block says nothing of the next.
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

/** Pages overlap and explorers repeat themselves; but one hash with two stories is a contradiction. */
function isNew(seen: Map<string, string>, transaction: ExplorerTransaction): boolean {
  const story = `${transaction.blockNumber}/${transaction.timeStamp}/${transaction.isError}`
  const before = seen.get(transaction.hash)
  if (before !== undefined && before !== story)
    throw new ExplorerError('contradicted', `the explorer lists ${transaction.hash} twice, with different facts`)
  seen.set(transaction.hash, story)
  return before === undefined
}
