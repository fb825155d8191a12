import type { ExaminedEndpoint } from './examineEndpoints.ts'
import { fine, skipped, warning, type Finding } from './Finding.ts'

const maxOffMs = 60_000
const what = 'clock'

/** Compares this machine's clock with the endpoints'. Only a difference from all of them is this machine's fault. */
export function examineClock(endpoints: readonly Pick<ExaminedEndpoint, 'clock'>[], nowMs: number): Finding {
  const offs = endpoints
    .flatMap(({ clock }) => (clock === null ? [] : [clock.oursMs - clock.theirsMs + (nowMs - Date.now())]))
    .toSorted((one, other) => one - other)
  const middle = offs[Math.floor(offs.length / 2)]
  if (middle === undefined) return skipped(what, 'No endpoint told its time.')
  const seconds = Math.round(Math.abs(middle) / 1000)
  if (Math.abs(middle) <= maxOffMs) return fine(what, `It differs from the endpoints' by ${seconds} s.`)
  return warning(what, `It is ${seconds} s ${middle > 0 ? 'ahead' : 'behind'}. Have it set by the network (NTP).`)
}
