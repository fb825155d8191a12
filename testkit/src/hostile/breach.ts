/**
 * What must not happen:
 *
 * - `dead`: the process ended, or doesn't answer.
 * - `wrong`: an honest visitor got a wrong answer, or none in time.
 * - `unbounded`: memory, files, sockets or timers exceeded their bound, or remained after the strangers left.
 * - `limit`: a stranger exceeded the limits, or got something that isn't theirs.
 * - `fault`: the server answered 500, or logged a fault of its own.
 * - `slow`: an honest visitor waited more than twice as long as at a server that isn't attacked.
 */
export type BreachKind = 'dead' | 'wrong' | 'unbounded' | 'limit' | 'fault' | 'slow'

export class Breach extends Error {
  override readonly name = 'Breach'
  readonly kind: BreachKind

  constructor(kind: BreachKind, what: string) {
    super(what)
    this.kind = kind
  }
}
