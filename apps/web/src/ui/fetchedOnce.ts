import { patiently } from './patiently.ts'

/** A part of the page that comes after it: fetched when it is first asked for, patiently, and never twice. */
export function fetchedOnce<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null
  return () => (part ??= patiently(fetchPart))
}
