import type { Logger } from 'pino'
import { failureText } from '../log.ts'

/** A circuit breaker around a service that a server can do without. */
export interface Breaker {
  /** What the service answers. Null where it fails, and at once while it is left out: never rejects. */
  run<T>(ask: () => Promise<T>, failed?: () => void): Promise<T | null>
  isUp(): boolean
  close(): void
}

interface BreakerOptions {
  /** Rejects for as long as the service is of no use. */
  readonly probe: () => Promise<unknown>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** For the log: the service, and what servers do without it. */
  readonly name: string
  readonly without: string
  readonly probeEveryMs?: number
}

const defaultProbeEveryMs = 5_000

/** Leaves a service out from its first failure until a probe succeeds. No request waits for it in that time. */
export function createBreaker({
  probe,
  log,
  name,
  without,
  probeEveryMs = defaultProbeEveryMs,
}: BreakerOptions): Breaker {
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  function open(error: unknown): void {
    if (timer !== null || isClosed) return
    log.warn({ reason: failureText(error) }, `${name} cannot be used: ${without}`)
    waitForProbe()
  }

  function waitForProbe(): void {
    timer = setTimeout(() => {
      probe().then(
        () => {
          timer = null
          if (!isClosed) log.info(`${name} can be used again`)
        },
        () => {
          if (!isClosed) waitForProbe()
        },
      )
    }, probeEveryMs).unref()
  }

  return {
    async run(ask, failed) {
      if (timer !== null) return null
      try {
        return await ask()
      } catch (error) {
        failed?.()
        open(error)
        return null
      }
    },
    isUp: () => timer === null,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
