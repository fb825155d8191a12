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
import { useOwners } from '../../features/holdings/useOwners.ts'
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
  /** The open offer that the table counters: what it holds still counts as its creator's. */
  readonly countered: Offer | null
}

/** NFTs of a deal that have moved elsewhere, as the visitor's own connection says. */
export function useMoved(deal: TableDeal, { me, seats, countered }: Holders): readonly MovedNft[] {
  const { config } = useSession()
  const laid = ([me, otherSeat(me)] as const).flatMap((seat) => deal[seat].nfts.map((nft) => ({ nft, seat })))
  const owners = useOwners(laid.map(({ nft }) => nft))
  return laid.flatMap(({ nft, seat }, at): readonly MovedNft[] => {
    const owner = owners[at]
    if (!owner || sameAddress(owner, seats[seat])) return []
    const isCountered =
      countered !== null &&
      countered.settlement === null &&
      sameAddress(owner, countered.escrow) &&
      countered.offered.some((one) => nftKey(one) === nftKey(nft))
    if (isCountered) return []
    if (config.escrows.some(({ address }) => sameAddress(address, owner)))
      return [{ nft, words: tablePageText.inAnotherOffer }]
    return [{ nft, words: seat === me ? tablePageText.leftYourWallet : tablePageText.leftTheirWallet }]
  })
}
