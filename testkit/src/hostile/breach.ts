/**
 * What must not happen:
 *
 * - `dead`: the process ended, or does not answer.
 * - `wrong`: an honest visitor got a wrong answer, or none in time.
 * - `unbounded`: memory, files, sockets or timers grew past their bound, or stayed after the strangers had gone.
 * - `limit`: a stranger got more than the limits allow, or something that is not theirs.
 * - `fault`: the server answered 500, or logged a fault of its own.
 * - `slow`: an honest visitor waited more than twice as long as at a server that is left alone.
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
