import type { ReactNode } from 'react'
import { ticketText } from '../../text/offers.lazy.ts'
import { longDate, shortDate, timeLeft } from '../../text/format.ts'

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
      {leftS < 0 ? shortDate(expiresAtS) : ticketText.inTime(timeLeft(leftS), shortDate(expiresAtS))}
    </time>
  )
}
