import { dealOfOffer, type Nft, type Offer } from '@parley/domain'
import { dealToWire, type TableHead } from '@parley/protocol'
import { offered, toAlice } from '../text/givenLists.ts'
import { alice, aso, bob, dokyo } from '../text/room.tsx'

export const nowS = Math.floor(Date.now() / 1000)
export const nft = (contract: Nft['contract'], tokenId: bigint): Nft => ({ contract, tokenId })
export const oldOffer = `0x${'0d'.repeat(32)}` as const

/** Bob's offer to Alice. */
export const offer = offered({
  ...toAlice,
  offered: [nft(dokyo, 1n), nft(dokyo, 2n)],
  requested: [nft(aso, 3n)],
  coins: { offeredWei: 0n, requestedWei: 2n * 10n ** 18n },
  // Its own, since the shared offer's is as old as the worker.
  createdAtS: nowS - 60,
  expiresAtS: nowS - 60 + 86_400,
})

export const monthAgo = {
  agreedAt: nowS - 30 * 86_400,
  changedAt: nowS - 30 * 86_400,
  lapsesAt: nowS - 16 * 86_400,
}

/** The table where Alice and Bob agreed on exactly this offer, made at Alice's. */
export const agreed = tableOf(offer)

export function tableOf(terms: Offer, changes: Partial<TableHead> = {}): TableHead {
  const version = { number: 4, deal: dealToWire(dealOfOffer(terms, 'guest')) }
  return {
    tableId: 't'.repeat(22),
    opener: alice,
    guest: bob,
    portal: null,
    counters: null,
    state: 'agreed',
    version: { ...version, by: 'guest', at: nowS - 200 },
    agreed: { ...version, at: changes.agreedAt ?? nowS - 120 },
    ready: { opener: true, guest: true },
    locker: 'guest',
    agreedAt: nowS - 120,
    lock: null,
    closedBy: null,
    openedAt: nowS - 900,
    changedAt: nowS - 120,
    lapsesAt: nowS + 900_000,
    seen: { opener: null, guest: null },
    entries: 9,
    ...changes,
  }
}

/** An offer of Bob's that locks the table in. */
export const lockOf = (offerId: Offer['id'], status: 'active' | 'completed' | 'cancelled') =>
  ({ offerId, status, by: 'guest', expiresAt: nowS + 900 }) as const
