import { HttpError } from '../http/httpError.ts'
import { PictureError, type PictureProblem } from './PictureError.ts'

const statuses: Partial<Record<PictureProblem, number>> = { unreachable: 504, badStatus: 502, chain: 502, busy: 503 }

const words: Record<PictureProblem, string> = {
  noToken: 'there is no such token',
  badUri: 'the token names no place that can be read',
  refused: 'the token names a place that is not fetched from',
  unreachable: 'the place that the token names did not answer',
  badStatus: 'the place that the token names answered with an error',
  tooLarge: 'the picture is too large',
  notAnImage: 'there is no picture at the place that the token names',
  badMetadata: 'the metadata of the token cannot be read',
  notRendered: 'the picture cannot be shown',
  killedWorker: 'the picture takes too long or too much memory to draw',
  chain: 'the chain could not be asked',
  busy: 'too many pictures are waited for: ask again',
}

/** Converts a failure to an API error. Faults of the token itself are a 404. */
export function httpErrorOf(error: unknown): unknown {
  if (!(error instanceof PictureError)) return error
  const status = statuses[error.problem] ?? 404
  return new HttpError(status, words[error.problem], status === 503 ? { retryAfterS: 5 } : {})
}
