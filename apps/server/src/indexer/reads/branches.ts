import type { PublicClient } from 'viem'
import type { BlockRef } from '../logConsumer.ts'
import { readHeader, type Header, MissingHeaderError } from './headers.ts'
/** A block known to the index. */
export type Anchor = Pick<BlockRef, 'number' | 'hash'>

/**
 * Asserts that everything in a read belongs to one fork, since endpoints can temporarily be on two.
 *
 * Checks that headers are consecutive and match known blocks and the blocks named by logs.
 *
 * @throws {ForkMismatchError}
 */
export function assertSameFork(headers: readonly Header[], others: readonly Anchor[]): void {
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  for (const { number, parentHash } of headers) {
    const parent = byNumber.get(number - 1)
    if (parent && parent.hash !== parentHash) throw new ForkMismatchError()
  }
  for (const { number, hash } of others) {
    const header = byNumber.get(number)
    if (header && header.hash !== hash) throw new ForkMismatchError()
  }
}

/** Asserts that a batch was answered from the index's own fork. @throws {ForkMismatchError} */
export async function assertOnFork(chain: PublicClient, anchors: readonly Anchor[]): Promise<void> {
  const headers = await Promise.all(anchors.map(({ number }) => readHeader(chain, number)))
  if (headers.includes(null)) throw new MissingHeaderError()
  assertSameFork(
    headers.filter((header) => header !== null),
    anchors,
  )
}

/** Answers mix two forks and must be requested again. */
export class ForkMismatchError extends Error {
  override readonly name = 'ForkMismatchError'
  readonly code = 'mixedBranches'
}
