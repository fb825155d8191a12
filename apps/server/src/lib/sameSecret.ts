import { timingSafeEqual } from 'node:crypto'

/** Compares a given text with a secret one, in the same time wherever they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
