import { liveEventSchema, liveEventsPath } from '@parley/protocol'
import type { Person } from './Crowd.ts'
import { pause } from './Crowd.ts'
import { type Site, Visitor } from './Visitor.ts'

const lookEveryMs = 8_000

/** People who have a page open: it hears of changes, and reads something now and then. */
export interface Lookers {
  /** How many pages have heard of an offer since they were asked. */
  heard(offerId: string): number
  readonly count: number
}

export function lookAround(site: Site, count: number, traders: readonly Person[], signal: AbortSignal): Lookers {
  const heardBy = new Map<string, Set<number>>()
  for (let number = 0; number < count; number += 1) {
    const visitor = new Visitor(site, 'looking', number)
    signal.addEventListener('abort', () => visitor.leave(), { once: true })
    setTimeout(
      () => {
        visitor.listen(
          liveEventsPath,
          (data) => {
            const event = liveEventSchema.parse(JSON.parse(data))
            if (event.type !== 'offer') return
            const heard = heardBy.get(event.offerId) ?? new Set()
            heardBy.set(event.offerId, heard.add(number))
          },
          signal,
        )
        void look(visitor, traders, signal)
      },
      (lookEveryMs * number) / count,
    )
  }
  return { count, heard: (offerId) => heardBy.get(offerId)?.size ?? 0 }
}

async function look(visitor: Visitor, traders: readonly Person[], signal: AbortSignal): Promise<void> {
  for (let time = 0; !signal.aborted; time += 1) {
    const trader = traders[(visitor.number + time) % traders.length]
    const path = time % 4 === 0 ? '/p2p' : `/api/swap-offers/user/${trader?.address ?? ''}`
    const text = await visitor.get(path)
    if (text !== null && time % 4 === 0 && !text.includes('<div id="root"'))
      visitor.site.ledger.fault('wrong', `${path} is not the page`)
    await pause(lookEveryMs * (0.5 + Math.random()), signal)
  }
}
