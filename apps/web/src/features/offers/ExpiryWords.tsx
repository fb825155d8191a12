import type { ReactNode } from 'react'
import { ticketWords } from '../../messages/ticketWords.ts'
import { longDate, shortDate, timeLeft } from '../../ui/timeWords.ts'

/** Less than this is said in the colour of a warning. */
const soonS = 15 * 60

/** When an offer ends: what is left of its time, and the date in the reader's own time zone (decision S6). */
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
