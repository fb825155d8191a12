import { shortDate, timeOfDay } from '../../text/format.ts'
import { tableSlipText } from '../../text/table.lazy.ts'

/** Below this, something has just happened. */
const justNowS = 60
const todayS = 20 * 60 * 60

/** 'just now', '15:04', 'Sat 21 Nov, 18:40'. Both in unix seconds; the time zone is the browser's. */
export function clockTime(atS: number, nowS: number): string {
  if (nowS - atS < justNowS) return tableSlipText.justNow
  return nowS - atS < todayS ? timeOfDay(atS) : shortDate(atS)
}
