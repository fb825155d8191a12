import { pino, type Logger } from 'pino'
import { standardLog } from '../log.ts'
import type { Alarm, AlarmSeverity } from './alarms.ts'
import type { WatchListener } from './createWatch.ts'

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
