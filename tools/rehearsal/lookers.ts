import type { Address, Nft } from '@parley/domain'
import { imageUrl, liveEventSchema, liveEventsPath } from '@parley/protocol'
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

/** What there is to look at. */
interface Sights {
  readonly traders: readonly Person[]
  readonly pictures: readonly Nft[]
  /** Half of the pages hear of this wallet's offers alone, as a page of a wallet does. */
  readonly announced: Address
}

export function lookAround(site: Site, count: number, sights: Sights, signal: AbortSignal): Lookers {
  const heardBy = new Map<string, Set<number>>()
  for (let number = 0; number < count; number += 1) {
    const visitor = new Visitor(site, 'looking', number)
    signal.addEventListener('abort', () => visitor.leave(), { once: true })
    setTimeout(
      () => {
        visitor.listen(
          number % 2 === 0 ? liveEventsPath : `${liveEventsPath}?about=${sights.announced}`,
          (data) => {
            const event = liveEventSchema.parse(JSON.parse(data))
            if (event.type !== 'offer') return
            const heard = heardBy.get(event.offerId) ?? new Set()
            heardBy.set(event.offerId, heard.add(number))
          },
          signal,
        )
        void look(visitor, sights, signal)
      },
      (lookEveryMs * number) / count,
    )
  }
  return { count, heard: (offerId) => heardBy.get(offerId)?.size ?? 0 }
}

async function look(visitor: Visitor, { traders, pictures }: Sights, signal: AbortSignal): Promise<void> {
  for (let time = 0; !signal.aborted; time += 1) {
    const trader = traders[(visitor.number + time) % traders.length]
    const nft = pictures[Math.floor(Math.random() * pictures.length)]
    const isPage = time % 4 === 0
    const isPicture = time % 4 === 2 && nft !== undefined
    const path = isPage ? '/p2p' : isPicture ? imageUrl(nft) : `/api/swap-offers/user/${trader?.address ?? ''}`
    const text = await visitor.get(path)
    if (text !== null && isPage && !text.includes('<div id="root"'))
      visitor.site.ledger.fault('wrong', `${path} is not the page`)
    await pause(lookEveryMs * (0.5 + Math.random()), signal)
  }
}
