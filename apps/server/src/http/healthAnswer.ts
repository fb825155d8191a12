import type { IndexStatus } from '../indexer/indexStatus.ts'
import type { Reply } from './handlers.ts'

const maxLagBlocks = 30
const maxSilenceMs = 60_000

/**
 * `GET /health`. Ready is a server whose database answers, that heard from the chain within the last minute and is at most
 * 30 blocks behind it.
 */
export function healthAnswer(
  index: IndexStatus,
  { nowMs, databaseFailure }: { nowMs: number; databaseFailure: string | null },
): Reply<'health'> {
  const headBlock = index.head?.number ?? null
  const lagBlocks =
    headBlock === null || index.indexedBlock === null ? null : Math.max(0, headBlock - index.indexedBlock)
  const figures = { headBlock, indexedBlock: index.indexedBlock, lagBlocks }
  const error = databaseFailure ?? chainFailure(index, nowMs) ?? lagFailure(lagBlocks)
  return error === null
    ? { status: 200, body: { success: true, ready: true, ...figures } }
    : { status: 503, body: { success: false, ready: false, error, ...figures } }
}

function chainFailure({ answeredAtMs, failure }: IndexStatus, nowMs: number): string | null {
  if (answeredAtMs !== null && nowMs - answeredAtMs <= maxSilenceMs) return null
  return failure ?? 'the chain has not answered yet'
}

function lagFailure(lagBlocks: number | null): string | null {
  if (lagBlocks === null) return 'the index has not begun'
  return lagBlocks > maxLagBlocks ? 'the index is catching up' : null
}
