import { HttpError } from '../http/httpError.ts'
import type { CreationPlace } from './offerStore.ts'

/** Where the next page of offers begins: the place of the last offer of the page before. */
export function writeCursor({ createdBlock, createdLogIndex }: CreationPlace): string {
  return `${createdBlock}.${createdLogIndex}`
}

/** @throws {HttpError} 400 for a text that {@link writeCursor} did not write. */
export function readCursor(text: string): CreationPlace {
  const [, block, logIndex] = /^([0-9]{1,15})\.([0-9]{1,9})$/.exec(text) ?? []
  if (block === undefined || logIndex === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { createdBlock: Number(block), createdLogIndex: Number(logIndex) }
}
