import type { Client } from 'viem'
import {
  isRangeFault,
  WayClosedError,
  type Question,
  type Reading,
  type UnreadableReason,
  type Way,
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
  carryScan,
  type AtBlock,
  type ScanCarrier,
} from './scanner.ts'
const reasons: Record<Exclude<ScanStatus, 'read'>, UnreadableReason> = {
  noContract: 'noContract',
  noBalance: 'noBalance',
  nonsense: 'nonsense',
  tokenOutOfGas: 'outOfGas',
}

/** A halved range this small that still fails is not too large. */
const smallestRange = 16n
/** Halving starts here where a range has no end of its own. */
const largestRange = 16_384n
/** No collection is this large; a node that answers ever the same page would go on for ever. */
const maxPages = 4_000

/**
 * The way of the scanner: as many tokens in one call as the node's gas allows, going on where it stopped. A range that the node
 * refuses is halved, provided that the node runs the scanner at all, which a question without any work finds out.
 */
export function readByScanner(client: Client, carrier: ScanCarrier): Way {
  let runs: Promise<boolean> | undefined

  async function run(request: ScanRequest, at: AtBlock, signal: AbortSignal | undefined): Promise<ScanReply> {
    return decodeScanReply(request, await carryScan(client, carrier, encodeScanRequest(request), at, signal))
  }

  /** Nothing stands at the zero address, and a node that runs the scanner says so. */
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

  /** Asked once; where nobody answered, nothing was learned, and the next one asks again. */
  function isRun(): Promise<boolean> {
    runs ??= probe().catch((unanswered: unknown) => {
      runs = undefined
      throw unanswered
    })
    return runs
  }

  return async function read(question: Question): Promise<Reading> {
    if (runs && !(await runs)) throw new WayClosedError()
    const tokens: ScannedToken[] = []
    let { at } = question
    let from = 0n
    let span = question.lastId + 1n
    for (let page = 0; page < maxPages; page++) {
      const end = from + span - 1n
      const request: ScanRequest = {
        job: question.job,
        collection: question.collection,
        holder: question.holder,
        from,
        to: end < question.lastId ? end : question.lastId,
        maxBytes: carrierMaxBytes[carrier],
      }
      const reply = await run(request, at, question.signal).catch(async (error: unknown) => {
        if (!isRangeFault(error)) throw error
        if (!(await isRun()) || span <= smallestRange) throw new WayClosedError()
        return undefined
      })
      if (!reply) {
        span = (span < largestRange ? span : largestRange) / 2n
        continue
      }
      if (reply.status !== 'read') return { unreadable: reasons[reply.status] }
      for (const token of reply.items) tokens.push(token)
      // What comes later must be of the same block, or a token that moves meanwhile is seen twice or never.
      at = reply.block
      if (isDone(question, reply, tokens.length)) return { block: reply.block, total: reply.total, tokens }
      // A call with less gas than one token needs comes back without having begun.
      if (reply.next === from) throw new WayClosedError()
      from = reply.next
    }
    throw new WayClosedError()
  }
}

function isDone({ job, lastId }: Question, { next, total }: ScanReply, found: number): boolean {
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
