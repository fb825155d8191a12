import { locale } from '@parley/domain'
import { shortDate } from '../../text/format.ts'
import { tableSlipText } from '../../text/table.lazy.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

/** Below this, something has just happened. */
const justNowS = 60
const todayS = 20 * 60 * 60

/** 'just now', '15:04', 'Sat, 21 Nov, 18:40'. Both in unix seconds; the time zone is the browser's. */
export function clockTime(atS: number, nowS: number): string {
  if (nowS - atS < justNowS) return tableSlipText.justNow
  return nowS - atS < todayS ? clock.format(atS * 1000) : shortDate(atS)
}
