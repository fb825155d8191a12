import type { ReactNode } from 'react'
import { ticketWords } from '../../messages/ticketWords.ts'
import { longDate, shortDate, timeLeft } from '../../messages/timeWords.ts'

/** Below this, the time is shown as a warning. */
const soonS = 15 * 60

/** An offer's remaining time, and its expiry in the local time zone (decision S6). */
export function ExpiryWords({ expiresAtS, nowS }: { expiresAtS: number; nowS: number }): ReactNode {
  const leftS = expiresAtS - nowS
  const soon = leftS < soonS
  return (
    <time
      className={soon ? 'soon' : undefined}
      dateTime={new Date(expiresAtS * 1000).toISOString()}
      title={longDate(expiresAtS)}
    >
      {leftS < 0 ? shortDate(expiresAtS) : ticketWords.inTime(timeLeft(leftS), shortDate(expiresAtS))}
    </time>
  )
}
