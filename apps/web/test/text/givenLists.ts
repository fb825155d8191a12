import type { Address, Nft, Offer } from '@parley/domain'
import { givenOffer } from '@parley/domain/test/givenOffer'
import { offerToWire } from '@parley/protocol'
import type { ReactNode } from 'react'
import { encodeFunctionData, erc721Abi, pad } from 'viem'
import type { HeldNft } from '../../src/services/drafts.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { holdingsQuery } from '../../src/services/holdingsQuery.ts'
import { givenConnectedWallet } from './givenWallet.ts'
import { alice, aso, bob, dokyo, escrow, offerId, type Room } from './room.tsx'

const nowS = Math.floor(Date.now() / 1000)

/** An NFT of a collection that is traded at both places. */
export function held(tokenId: bigint, changed: Partial<HeldNft> = {}): HeldNft {
  return {
    contract: aso,
    tokenId,
    name: `ASO #${tokenId}`,
    collectionName: 'ASO',
    image: '',
    verified: true,
    escrowedBy: null,
    ...changed,
  }
}

const bare = ({ contract, tokenId }: Nft): Nft => ({ contract, tokenId })

/** Alice's offer to Bob, open for an hour. */
export function offered(changed: Partial<Offer> = {}): Offer {
  return givenOffer({
    id: offerId,
    escrow,
    offered: [bare(held(1n))],
    requested: [bare(held(2n))],
    createdAtS: nowS - 60,
    expiresAtS: nowS + 3_600,
    ...changed,
  })
}

export const ranOut = { expiresAtS: nowS - 60 } as const
/** More than 30 days past its expiry. */
export const abandoned = { expiresAtS: nowS - 31 * 86_400 } as const
export const toAlice = { creator: bob, recipient: alice } as const

/** What the page has read, before anything is shown. */
export interface Known {
  readonly sent?: readonly Offer[]
  readonly received?: readonly Offer[]
  /** Of her history. */
  readonly trades?: readonly Offer[]
  /** What the wallets hold. */
  readonly holdings?: Readonly<Record<Address, readonly HeldNft[]>>
  /** Who holds each requested NFT of Alice's offers. */
  readonly requestedHeldBy?: Address
  /** Whether the collections are approved. */
  readonly approved?: 'all' | 'tokens' | 'none'
}

/** Alice, connected, at a page that has read this. */
export function aliceAt(page: ReactNode, known: Known = {}): (room: Room) => Promise<void> {
  return async (room) => {
    await givenConnectedWallet(room)
    knowOffers(room, known)
    room.show(page)
  }
}

/** What the page has read, for any viewer. */
export function knowOffers({ session, portal, calls }: Room, known: Known): void {
  const { queries } = session
  const { sent = [], received = [], trades = [], holdings = {}, approved = 'none' } = known
  queries.setQueryData(queryKeys.sent(alice), { offers: sent, source: 'index' })
  queries.setQueryData(queryKeys.received(alice), { offers: received, source: 'index' })
  queries.setQueryData(queryKeys.expired(alice), { offers: [], source: 'index' })
  queries.setQueryData(queryKeys.byUser(alice), {
    pages: [
      {
        offers: trades.map(offerToWire),
        nextCursor: null,
        counts: { active: trades.length, completed: 0 },
        unreturned: [],
      },
    ],
    pageParams: [null],
  })
  for (const address of [alice, bob] as const) {
    const nfts = holdings[address] ?? (address === alice ? [] : undefined)
    if (nfts)
      queries.setQueryData(holdingsQuery(session, portal, address).queryKey, {
        nfts,
        unreadable: [],
        source: 'server',
        reading: 0,
        readUpTo: null,
      })
  }
  for (const offer of [...sent, ...received]) {
    queries.setQueryData(queryKeys.offer(offer.id), { kind: 'found', offer })
    for (const { tokenId } of offer.requested)
      calls.set(
        encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] }),
        pad(known.requestedHeldBy ?? offer.recipient),
      )
  }
  for (const contract of [aso, dokyo])
    for (const tokens of [[], ['1'], ['2']])
      queries.setQueryData([...queryKeys.approvalsOf(alice), escrow, contract, tokens], approved)
}
