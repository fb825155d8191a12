import type { Offer, TableDeal } from '@parley/domain'
import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { OpenTable } from '../../src/pages/table/OpenTable.tsx'
import { tablePageText } from '../../src/text/table.lazy.ts'
import { shorten } from '../../src/ui/Address.tsx'
import { PlayedTable } from '../given/PlayedTable.ts'
import { aliceAt } from '../text/givenLists.ts'
import { alice, aso, bob, dokyo, openRoom, type Room } from '../text/room.tsx'

export const who = shorten(bob)
const nft = (tokenId: bigint) => ({ contract: dokyo, tokenId }) as const
export const deal: TableDeal = {
  opener: { nfts: [nft(1n)], wei: 5n * 10n ** 17n },
  guest: { nfts: [nft(2n)], wei: 0n },
  durationMinutes: 1440,
}
const asoDeal: TableDeal = {
  ...deal,
  opener: { nfts: [{ contract: aso, tokenId: 1n }], wei: 0n },
  guest: { nfts: [{ contract: aso, tokenId: 2n }], wei: 0n },
}
export const withNft = (tokenId: bigint): TableDeal => ({ ...deal, guest: { nfts: [nft(2n), nft(tokenId)], wei: 0n } })

/** Alice's page, or Bob's, on a line that the test plays. The stream is the browser's own class, which this environment lacks. */
export async function sit(
  note = '',
  viewer: typeof alice | typeof bob = alice,
  portal: string | null = null,
  received: readonly Offer[] | null = null,
  prepare?: (room: Room, played: PlayedTable) => void,
) {
  const played = new PlayedTable({ opener: alice, guest: bob }, portal === null ? deal : asoDeal, { note })
  played.table = { ...played.table, portal }
  class PlayedSource extends EventTarget {
    static readonly CLOSED = 2
    readonly readyState = 1
    readonly close: () => void

    constructor(url: string) {
      super()
      this.close = played.openStream(url, {
        onMessage: (data) => this.dispatchEvent(new MessageEvent('message', { data })),
        onBroken: () => this.dispatchEvent(new Event('error')),
      })
    }
  }
  vi.stubGlobal('EventSource', PlayedSource)
  vi.stubGlobal('fetch', played.fetch)
  const room = openRoom('general')
  room.calls.set('eth_getBalance', '0xde0b6b3a7640000')
  prepare?.(room, played)
  const table = <OpenTable viewer={viewer} tableId={played.table.id} />
  if (received) await aliceAt(table, { received })(room)
  else room.show(table)
  await screen.findByRole('heading', { name: tablePageText.title(shorten(viewer === alice ? bob : alice)) })
  return played
}

export const button = (name: string) => screen.findByRole('button', { name, hidden: true })
export const press = async (name: string) => fireEvent.click(await button(name))
export const slip = (name: string) => screen.findByRole('region', { name, hidden: true })
export const ticks = async (name: string) =>
  [...(await slip(name)).querySelectorAll('.ready-tick')].map((one) => one.textContent)
