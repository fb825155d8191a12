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
export type PictureProblem =
  | 'noToken'
  | 'badUri'
  | 'refused'
  | 'unreachable'
  | 'badStatus'
  | 'tooLarge'
  | 'notAnImage'
  | 'badMetadata'
  | 'notRendered'
  | 'killedWorker'
  | 'chain'
  | 'busy'

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
