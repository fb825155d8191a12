import { type Logger, pino } from 'pino'
import { sleep } from '../lib/async.ts'
import { failureText, standardLog } from '../log.ts'
import type { Alarm, AlarmSeverity } from './alarms.ts'
import type { WatchListener } from './createWatch.ts'

/** What a webhook is sent. `text` is the field that Slack and Mattermost show. */
interface WebhookMessage extends Alarm {
  readonly state: 'alarm' | 'ended'
  readonly text: string
}

interface Webhook {
  send(message: WebhookMessage): void
  /** Waits for what was sent, at most this long. */
  flush(withinMs: number): Promise<void>
}

const maxWaiting = 200
const attempts = 5
const firstPauseMs = 1_000
const timeoutMs = 10_000

interface WebhookOptions {
  readonly pauseMs?: number
  /** A message was lost. The address may hold a key, so it isn't in the reason. */
  readonly failed: (reason: string) => void
}

/** Posts alarms one after the other, each a few times if it has to. */
export function createWebhook(url: string, { pauseMs = firstPauseMs, failed }: WebhookOptions): Webhook {
  let waiting = 0
  let sending = Promise.resolve()
  const ended = new AbortController()

  async function post(message: WebhookMessage): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
  }

  async function deliver(message: WebhookMessage): Promise<void> {
    for (let attempt = 1; !ended.signal.aborted; attempt += 1) {
      try {
        return await post(message)
      } catch (error) {
        if (attempt === attempts) return failed(failureText(error))
        await sleep(pauseMs * 2 ** (attempt - 1), ended.signal)
      }
    }
    failed('there was no time left')
  }

  return {
    send(message) {
      if (waiting >= maxWaiting) return failed(`${maxWaiting} messages wait already`)
      waiting += 1
      sending = sending.then(async () => {
        await deliver(message)
        waiting -= 1
      })
    },
    async flush(withinMs) {
      const late = new AbortController()
      await Promise.race([sending, sleep(withinMs, late.signal)])
      late.abort()
      ended.abort()
      await sending
    },
  }
}

const levels: Readonly<Record<AlarmSeverity, 'info' | 'warn' | 'error'>> = {
  notice: 'info',
  warning: 'warn',
  critical: 'error',
}

/** `ALARM nft-moved (critical): …`, for people. */
export function alarmLine(alarm: Alarm, state: 'alarm' | 'ended'): string {
  const where = [alarm.escrow && `escrow ${alarm.escrow}`, alarm.txHash && `transaction ${alarm.txHash}`]
  const place = where.filter(Boolean).join(', ')
  return `${state === 'alarm' ? 'ALARM' : 'ENDED'} ${alarm.alarm} (${alarm.severity}): ${alarm.words}${place && ` [${place}]`}`
}

/** Writes alarms as lines of a log, one JSON object each. */
export function watchLog(log: Logger): WatchListener {
  return {
    alarmed: ({ key: _, words, ...alarm }) => log[levels[alarm.severity]]({ ...alarm, state: 'alarm' }, words),
    ended: ({ key: _, words, ...alarm }) => log.info({ ...alarm, state: 'ended' }, words),
    failed: (reason) => log.warn({ reason }, 'the escrows could not be watched this time'),
  }
}

/** The same on standard output. */
export const standardWatchLog = (): WatchListener => watchLog(pino({ base: null }, standardLog))
