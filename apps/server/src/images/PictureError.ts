/**
 * Why there is no picture.
 *
 * - `noToken`: the contract has no such token, or no URI for it.
 * - `badUri`: the URI is of no form that is known, or tries to climb out of its folder.
 * - `refused`: the address is not public, or carries a port, a user or a scheme that is not served.
 * - `unreachable`: nobody answered in time. - `badStatus`: everybody answered with an error.
 * - `tooLarge`: more bytes or more pixels than are taken. - `notAnImage`, `badMetadata`: the content is something else.
 * - `notRendered`: a picture by its first bytes, and broken.
 * - `killedWorker`: decoding took too long or too much memory, or crashed, now or before.
 * - `chain`: the chain could not be asked. - `busy`: too many pictures are waited for already.
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

/** Whether asking again soon may do better: the content is at fault otherwise, and that does not change by itself. */
export function mayPass(problem: PictureProblem): boolean {
  return problem === 'unreachable' || problem === 'badStatus' || problem === 'chain' || problem === 'busy'
}
