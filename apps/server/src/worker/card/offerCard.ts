import type { OfferStatus } from '@parley/domain'
import type { CardSide, OfferCard } from '../../previews/offerCard.ts'
import type { StubTone } from './artwork.ts'
import { box, paintCard, tableSide } from './paintCard.ts'

const tones: Readonly<Record<OfferStatus, StubTone>> = {
  active: 'plain',
  completed: 'good',
  expired: 'ended',
  cancelled: 'ended',
}

/** The card of an offer. @param tiles of the offered items, then of the requested ones; null where there is none. */
export async function drawOfferCard(card: OfferCard, tiles: readonly (Uint8Array | null)[]): Promise<Uint8Array> {
  const { offered, requested, status, state, markPath } = card
  const left = { side: offered, tiles: tiles.slice(0, offered.items.length) }
  const right = { side: requested, tiles: tiles.slice(offered.items.length) }
  const isLong = offered.count > 9 && requested.count > 9
  return paintCard({
    markPath,
    stub: tones[status],
    children: [
      await tableSide('left', 'Offered', left),
      await tableSide('right', 'Asked for', right),
      box(
        'slip',
        box('title', box('word', 'Offer'), card.idText),
        box(isLong ? 'count count-long' : 'count', `${thingsOn(offered)} for ${thingsOn(requested)}`),
        row('From', card.from),
        row('To', card.to),
      ),
      box('stub', box(`status ${status}`, state[0]), box('detail', state[1])),
    ],
  })
}

/** Coins count as one thing. */
function thingsOn({ count, coins }: CardSide): number {
  return count + (coins === null ? 0 : 1)
}

function row(label: string, value: string) {
  return box('row', box('label', label), box('value', value))
}
