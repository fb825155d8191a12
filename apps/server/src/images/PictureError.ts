import { HttpError } from '../http/httpError.ts'

/**
 * Why there is no picture.
 *
 * - `noToken`: the contract has no such token, or no URI for it.
 * - `badUri`: unknown form of URI, or one that climbs out of its folder.
 * - `refused`: the address is not public, or has a port, a user or an unsupported scheme.
 * - `unreachable`: no source answered in time. - `badStatus`: all sources answered with an error.
 * - `tooLarge`: too many bytes or pixels. - `notAnImage`, `badMetadata`: the content is something else.
 * - `notRendered`: an image by its first bytes, but broken.
 * - `killedWorker`: decoding took too long or too much memory, or crashed, now or earlier.
 * - `chain`: the chain couldn't be read. - `busy`: too many pictures are pending.
 */
export const pictureProblems = [
  'noToken',
  'badUri',
  'refused',
  'unreachable',
  'badStatus',
  'tooLarge',
  'notAnImage',
  'badMetadata',
  'notRendered',
  'killedWorker',
  'chain',
  'busy',
] as const
export type PictureProblem = (typeof pictureProblems)[number]

export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly problem: PictureProblem
  /** For the log: where it happened. Never sent to a browser. */
  readonly detail: string

  constructor(problem: PictureProblem, detail = '', cause?: unknown) {
    super(detail === '' ? problem : `${problem}: ${detail}`, { cause })
    this.problem = problem
    this.detail = detail
  }
}

/** Whether a retry soon may succeed. Faulty content doesn't change. */
export function mayPass(problem: PictureProblem): boolean {
  return problem === 'unreachable' || problem === 'badStatus' || problem === 'chain' || problem === 'busy'
}

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

/**
 * Why a token has no picture, by a fault of its own that a retry soon won't change; undefined for other failures.
 *
 * Browsers write every status from 400 up to the console, though nothing is wrong with the page.
 */
export function lackOfPicture(error: unknown): string | undefined {
  if (!(error instanceof PictureError) || mayPass(error.problem) || error.problem === 'noToken') return undefined
  return words[error.problem]
}

/** Converts a failure to an API error. Faults of the token itself are a 404. */
export function toHttpError(error: unknown): unknown {
  if (!(error instanceof PictureError)) return error
  const status = statuses[error.problem] ?? 404
  return new HttpError(status, words[error.problem], status === 503 ? { retryAfterS: 5 } : {})
}
