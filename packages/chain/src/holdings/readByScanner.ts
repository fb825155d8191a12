import type { Client } from 'viem'
import {
  isRangeFault,
  UnsupportedStrategyError,
  type HoldingsQuery,
  type HoldingsResult,
  type UnreadableReason,
  type HoldingsStrategy,
} from './HoldingsQuery.ts'
import {
  decodeScanReply,
  type ScanReply,
  type ScanStatus,
  type ScannedToken,
  encodeScanRequest,
  noHolder,
  type ScanRequest,
  carrierMaxBytes,
  runScanner,
  type AtBlock,
  type ScanCarrier,
} from './scanner.ts'
const reasons: Record<Exclude<ScanStatus, 'read'>, UnreadableReason> = {
  noContract: 'noContract',
  noBalance: 'noBalance',
  nonsense: 'nonsense',
  tokenOutOfGas: 'outOfGas',
}

/** A range this small that still fails is not failing because of its size. */
const smallestRange = 16n
/** Halving starts here when a range has no upper end. */
const largestRange = 16_384n
/** Beyond any real collection; stops a node that keeps returning the same page. */
const maxPages = 4_000

/**
 * Reads by scanner: as many tokens per call as the gas allows, resuming where the last call stopped.
 *
 * A range that the node refuses is halved, provided an empty scan shows that the node can run the scanner at all.
 */
export function readByScanner(client: Client, carrier: ScanCarrier): HoldingsStrategy {
  let runs: Promise<boolean> | undefined

  async function run(request: ScanRequest, at: AtBlock, signal: AbortSignal | undefined): Promise<ScanReply> {
    return decodeScanReply(request, await runScanner(client, carrier, encodeScanRequest(request), at, signal))
  }

  /** The zero address has no contract; a node that runs the scanner reports exactly that. */
  async function probe(): Promise<boolean> {
    const request: ScanRequest = {
      job: 'ownersByScan',
      collection: noHolder,
      holder: noHolder,
      from: 0n,
      to: 0n,
      maxBytes: 1000,
    }
    try {
      return (await run(request, 'latest', undefined)).status === 'noContract'
    } catch (error) {
      if (!isRangeFault(error)) throw error
      return false
    }
  }

  /** Probed once. A probe without an answer isn't cached; the next query probes again. */
  function isRun(): Promise<boolean> {
    runs ??= probe().catch((unanswered: unknown) => {
      runs = undefined
      throw unanswered
    })
    return runs
  }

  return async function read(query: HoldingsQuery): Promise<HoldingsResult> {
    if (runs && !(await runs)) throw new UnsupportedStrategyError()
    const tokens: ScannedToken[] = []
    let { at } = query
    let from = 0n
    let span = query.lastId + 1n
    for (let page = 0; page < maxPages; page++) {
      const end = from + span - 1n
      const request: ScanRequest = {
        job: query.job,
        collection: query.collection,
        holder: query.holder,
        from,
        to: end < query.lastId ? end : query.lastId,
        maxBytes: carrierMaxBytes[carrier],
      }
      const reply = await run(request, at, query.signal).catch(async (error: unknown) => {
        if (!isRangeFault(error)) throw error
        if (!(await isRun()) || span <= smallestRange) throw new UnsupportedStrategyError()
        return undefined
      })
      if (!reply) {
        span = (span < largestRange ? span : largestRange) / 2n
        continue
      }
      if (reply.status !== 'read') return { unreadable: reasons[reply.status] }
      for (const token of reply.items) tokens.push(token)
      // Later pages must read the same block, or a token that moves in between is seen twice or never.
      at = reply.block
      if (isDone(query, reply, tokens.length)) return { block: reply.block, total: reply.total, tokens }
      // Too little gas for a single token: the scanner returns without any progress.
      if (reply.next === from) throw new UnsupportedStrategyError()
      from = reply.next
    }
    throw new UnsupportedStrategyError()
  }
}

function isDone({ job, lastId }: HoldingsQuery, { next, total }: ScanReply, found: number): boolean {
  switch (job) {
    case 'heldByScan':
      return next > lastId || total === 0n || BigInt(found) === total
    case 'ownersByScan':
      return next > lastId
    case 'heldByIndex':
    case 'ownersByIndex':
      return next >= total
  }
}
