import { patiently } from './patiently.ts'

/** A lazy chunk, loaded once on first use, with retries. */
export function fetchedOnce<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null
  return () => (part ??= patiently(fetchPart))
}
