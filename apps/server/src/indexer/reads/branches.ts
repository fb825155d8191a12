import type { PublicClient } from 'viem'
import type { BlockRef } from '../logConsumer.ts'
import { readHeader, type Header } from './headers.ts'
import { MissingHeaderError } from './MissingHeaderError.ts'

/** A block that the index has heard of. */
export type Anchor = Pick<BlockRef, 'number' | 'hash'>

/**
 * Endpoints can be on two branches for a while. What is read as one must be of one: headers that follow one another, and the
 * blocks that were heard of before or that the logs name.
 *
 * @throws {MixedBranchesError}
 */
export function refuseMixed(headers: readonly Header[], others: readonly Anchor[]): void {
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  for (const { number, parentHash } of headers) {
    const parent = byNumber.get(number - 1)
    if (parent && parent.hash !== parentHash) throw new MixedBranchesError()
  }
  for (const { number, hash } of others) {
    const header = byNumber.get(number)
    if (header && header.hash !== hash) throw new MixedBranchesError()
  }
}

/**
 * Whether what is asked in the same turn comes from the branch that the index is of.
 *
 * @throws {MixedBranchesError}
 */
export async function checkBranch(chain: PublicClient, anchors: readonly Anchor[]): Promise<void> {
  const headers = await Promise.all(anchors.map(({ number }) => readHeader(chain, number)))
  if (headers.includes(null)) throw new MissingHeaderError()
  refuseMixed(
    headers.filter((header) => header !== null),
    anchors,
  )
}

/** Answers that should be of one chain are of two branches: they are asked for again. */
export class MixedBranchesError extends Error {
  override readonly name = 'MixedBranchesError'
  readonly code = 'mixedBranches'
}
