import {
  type Address,
  type Nft,
  nftKey,
  type Offer,
  otherSeat,
  sameAddress,
  type Seat,
  type TableDeal,
} from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { useOwners } from '../../features/holdings/useOwners.ts'
import { useOffer } from '../../features/offers/useOffer.ts'
import { useSession } from '../../services/Session.ts'
import { tablePageText } from '../../text/table.lazy.ts'

/** An NFT of a deal that the one who gives it doesn't have any more. */
export interface MovedNft {
  readonly nft: Nft
  /** On its print. */
  readonly words: string
}

interface Holders {
  readonly me: Seat
  readonly seats: Readonly<Record<Seat, Address>>
  /** The offers that the table is about. What an open one holds still counts as its creator's. */
  readonly offers: readonly (Offer | null)[]
}

/** The offer that a table counters, and the one of an open table that has run out. */
export function useTableOffers({ counters, lock }: Pick<TableHead, 'counters' | 'lock'>, isOpen: boolean) {
  const { offer: countered } = useOffer(counters ?? '')
  const { offer: expired } = useOffer(isOpen && lock?.status === 'active' ? lock.offerId : '')
  return { countered, expired }
}

/** NFTs of a deal that have moved elsewhere, as the visitor's own connection says. */
export function useMoved(deal: TableDeal, { me, seats, offers }: Holders): readonly MovedNft[] {
  const { config } = useSession()
  const laid = ([me, otherSeat(me)] as const).flatMap((seat) => deal[seat].nfts.map((nft) => ({ nft, seat })))
  const owners = useOwners(laid.map(({ nft }) => nft))
  return laid.flatMap(({ nft, seat }, at): readonly MovedNft[] => {
    const owner = owners[at]
    if (!owner || sameAddress(owner, seats[seat])) return []
    const isTheirs = offers.some(
      (offer) =>
        offer?.settlement === null &&
        sameAddress(owner, offer.escrow) &&
        offer.offered.some((one) => nftKey(one) === nftKey(nft)),
    )
    if (isTheirs) return []
    if (config.escrows.some(({ address }) => sameAddress(address, owner)))
      return [{ nft, words: tablePageText.inAnotherOffer }]
    return [{ nft, words: seat === me ? tablePageText.leftYourWallet : tablePageText.leftTheirWallet }]
  })
}
