import type { Nft } from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type HomeCost, homeCostQuery, type WayHome } from '../src/services/wayHome.ts'
import { InboxRow } from '../src/pages/inbox/InboxRow.tsx'
import { generalMessages } from '../src/text/catalogue.ts'
import { escrowText } from '../src/text/escrow.lazy.ts'
import { inboxActText } from '../src/text/inbox.lazy.ts'
import { alice, bob, dokyo, escrow, offerId, openRoom, patience } from './text/room.tsx'

const nfts: readonly Nft[] = [{ contract: dokyo, tokenId: 1n }]
const expiredAtS = 1_700_000_000

const item = {
  id: `expired:${offerId}`,
  kind: 'expired',
  atS: expiredAtS,
  orderS: expiredAtS,
  needsYou: true,
  act: 'bring-home',
  subject: { kind: 'offer', offerId, escrow, role: 'creator' },
  other: bob,
  gives: { nfts, wei: 0n },
  gets: { nfts: [], wei: 1n },
  deadlineS: expiredAtS,
  nfts: [],
  decline: null,
  isRead: true,
} satisfies ReadableItem

/** Shows a row while My escrow's estimate of this way home is known. */
function show(way: WayHome, costs: { feeWei: bigint; networkWei: bigint }, row: ReadableItem, nowS: number): void {
  const room = openRoom('general')
  const offer = { id: offerId, escrow, offered: nfts, requested: [] } as const
  const { queryKey } = homeCostQuery(room.session, {
    account: alice,
    holding: { key: offerId, way, escrow, offer },
    to: alice,
    messages: generalMessages,
  })
  const known: HomeCost = { kind: 'known', gas: 1n, ...costs }
  room.session.queries.setQueryData(queryKey, known)
  room.show(<InboxRow item={row} viewer={alice} nowS={nowS} onRead={() => undefined} />)
}

describe('given something in escrow that can come home', () => {
  it('costs in the inbox what My escrow says', async () => {
    show('recover', { feeWei: 10n ** 16n, networkWei: 10n ** 13n }, item, expiredAtS + 60)
    await screen.findByText(escrowText.about('0.0101 AVAX'), {}, patience)
  })

  it('costs only gas while it can be cancelled', async () => {
    const declined = { ...item, id: `offer-declined:${offerId}`, kind: 'offer-declined', act: 'take-back' } as const
    show('cancel', { feeWei: 0n, networkWei: 10n ** 14n }, declined, expiredAtS - 60)
    await screen.findByText(escrowText.about('0.0001 AVAX'), {}, patience)
  })

  it('comes back to its creator when a collection had refused it', () => {
    show(
      'claim',
      { feeWei: 0n, networkWei: 0n },
      { ...item, kind: 'not-returned', act: 'claim', nfts },
      expiredAtS + 60,
    )
    expect(screen.getByText(inboxActText.toCreator)).toBeTruthy()
  })
})
