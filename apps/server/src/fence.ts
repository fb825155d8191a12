import type { Logger } from 'pino'
import { isDatabaseAway } from './http/httpError.ts'
import { TokenBucket } from './limits/tokenBuckets.ts'
import { failureText } from './log.ts'

/** Where the code of a guest runs: the label of its faults in log and metrics. */
export const guestCodes = ['connection', 'upgrade', 'websocket', 'message', 'stream'] as const
export type GuestCode = (typeof guestCodes)[number]

/** Another client's connection. */
export interface Guest {
  /** Ends it at once, whatever state it is in. */
  end(): void
}

/**
 * Runs what happens on behalf of one guest (decision Z3). A fault in it, thrown or rejected, ends that guest; it is logged and
 * counted, and the process goes on. Without the database the guest ends too, but that is no fault of our code.
 *
 * Every listener and timer that a guest can reach goes through here: an error in one of those would otherwise end the process. Our
 * own listeners do not, so our own faults still end it.
 */
export interface Fence {
  run(code: GuestCode, guest: Guest, work: () => void | Promise<void>): void
  /** The same for a listener. */
  around<A extends readonly unknown[]>(
    code: GuestCode,
    guest: Guest,
    listener: (...args: A) => void | Promise<void>,
  ): (...args: A) => void
}

/** A fault that a guest can repeat must not fill the disk with its traces. */
const logRate = { capacity: 20, perSecond: 1 }

export function createFence(log: Logger, onFault: (code: GuestCode) => void = () => undefined): Fence {
  const lines = new TokenBucket(logRate)
  const outages = new TokenBucket(logRate)

  function fail(code: GuestCode, guest: Guest, error: unknown): void {
    if (isDatabaseAway(error)) {
      if (outages.take())
        log.warn({ reason: failureText(error), code }, 'without the database, a visitor’s connection was ended')
    } else {
      onFault(code)
      if (lines.take()) log.error({ err: error, code }, 'a fault ended one visitor')
    }
    try {
      guest.end()
    } catch (cause) {
      if (lines.take()) log.error({ err: cause, code }, 'a visitor could not be ended')
    }
  }

  function run(code: GuestCode, guest: Guest, work: () => void | Promise<void>): void {
    try {
      const running = work()
      if (running instanceof Promise) running.catch((error: unknown) => fail(code, guest, error))
    } catch (error) {
      fail(code, guest, error)
    }
  }

  return {
    run,
    around:
      (code, guest, listener) =>
      (...args) =>
        run(code, guest, () => listener(...args)),
  }
}
