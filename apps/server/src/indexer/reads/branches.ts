import type { PublicClient } from 'viem'
import type { BlockRef } from '../logConsumer.ts'
import { readHeader, type Header } from './headers.ts'
import { MissingHeaderError } from './MissingHeaderError.ts'

/** A block known to the index. */
export type Anchor = Pick<BlockRef, 'number' | 'hash'>

/**
 * Asserts that everything in a read belongs to one fork, since endpoints can temporarily be on two.
 *
 * Checks that headers are consecutive and match known blocks and the blocks named by logs.
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

/** Asserts that a batch was answered from the index's own fork. @throws {MixedBranchesError} */
export async function checkBranch(chain: PublicClient, anchors: readonly Anchor[]): Promise<void> {
  const headers = await Promise.all(anchors.map(({ number }) => readHeader(chain, number)))
  if (headers.includes(null)) throw new MissingHeaderError()
  refuseMixed(
    headers.filter((header) => header !== null),
    anchors,
  )
}

/** Answers mix two forks and must be requested again. */
export class MixedBranchesError extends Error {
  override readonly name = 'MixedBranchesError'
  readonly code = 'mixedBranches'
}
