import { gridText } from '../../text/swap.ts'
import { offerPaperText } from '../../text/offer.ts'
import { emptyTableText } from '../../text/frame.ts'
import { coinText, nftKey, sameAddress, type Address, type Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import type { NftDetails } from '../../services/nftDetails.tsx'
import { toNftView } from '../../services/nftView.ts'
import { useMissingWords } from '../../services/Portal.ts'
import { Print, type PrintProps } from '../../ui/Print.tsx'
import { shorten, WholeAddress } from '../../ui/Address.tsx'
import { Side } from '../../ui/Side.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

interface OfferSideProps {
  readonly place: 'left' | 'right'
  readonly kind: 'offered' | 'requested'
  readonly offer: Offer
  readonly standing: OfferPermissions
  readonly nfts: readonly HeldNft[]
  /** Who holds each now. */
  readonly owners: readonly (Address | null | undefined)[]
  /** Shown below an NFT. */
  readonly extraOf?: (nft: HeldNft) => ReactNode
  /** What its picture opens: a first view has nothing to open it with. */
  readonly openerOf?: NftDetails['openerOf']
  /** Defaults to the place's own. */
  readonly letter?: 'A' | 'B'
  readonly title?: string
}

/** One side of an offer with every NFT (decision S4), in a straight grid for precision. */
export function OfferSide(props: OfferSideProps): ReactNode {
  const { place, kind, offer, standing, nfts, owners, extraOf, openerOf } = props
  const messages = useMissingWords()
  const panel = kind === 'offered' ? offerPaperText.offering : offerPaperText.requesting
  const party = standing.role === 'creator' || standing.role === 'recipient'
  const title = props.title ?? (party ? (place === 'left' ? emptyTableText.give : emptyTableText.get) : panel)
  const wei = kind === 'offered' ? offer.coins.offeredWei : offer.coins.requestedWei
  const things = [...(nfts.length > 0 ? [offerPaperText.nfts(nfts.length)] : []), ...(wei > 0n ? [coinText(wei)] : [])]
  const count = party && props.title === undefined ? `${panel}, ${things.join(' + ')}` : things.join(' + ')
  const letter = props.letter ?? (place === 'left' ? 'A' : 'B')
  return (
    <Side place={place} title={title} count={count}>
      <ul className="prints prints-large">
        {nfts.map((nft, at) => (
          <Print
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            lot={`${letter}${at + 1}`}
            open={openerOf?.(nft)}
            link={
              <ExplorerLink to={{ nft }}>
                <WholeAddress address={nft.contract} />
              </ExplorerLink>
            }
            {...tagOf(kind, offer, standing, owners[at], nft)}
            extra={extraOf?.(nft)}
          />
        ))}
      </ul>
      {wei > 0n ? <p className="side-coins num">{coinText(wei)}</p> : null}
    </Side>
  )
}

/** Where an NFT is after the swap: with its new owner, or traded on. */
function handedOver(
  to: Address,
  { viewer }: OfferPermissions,
  owner: Address | null | undefined,
): NonNullable<PrintProps['tag']> {
  if (!owner || !sameAddress(owner, to)) return { icon: 'check', words: offerPaperText.handedOver }
  return viewer && sameAddress(viewer, to)
    ? { icon: 'wallet', words: offerPaperText.inYourWallet }
    : { icon: 'check', words: offerPaperText.withThem(shorten(to)) }
}

/** Where the NFT is now. */
function tagOf(
  kind: OfferSideProps['kind'],
  offer: Offer,
  standing: OfferPermissions,
  owner: Address | null | undefined,
  nft: HeldNft,
): Pick<PrintProps, 'tag'> {
  if (offer.settlement?.kind === 'completed')
    return { tag: handedOver(kind === 'offered' ? offer.recipient : offer.creator, standing, owner) }
  if (kind === 'offered') {
    const left = offer.unreturned.some((one) => nftKey(one) === nftKey(nft))
    if (offer.settlement && !left) return { tag: { icon: 'check', words: offerPaperText.returned } }
    if (owner === undefined && !offer.settlement) return { tag: { icon: 'clock', words: offerPaperText.checking } }
    return owner && !sameAddress(owner, offer.escrow)
      ? { tag: { icon: 'warning', tone: 'warn', words: offerPaperText.goneFromEscrow } }
      : { tag: { icon: 'lock', words: gridText.inEscrow } }
  }
  if (offer.settlement) return { tag: { icon: 'check', words: offerPaperText.neverMoved } }
  if (owner === undefined) return { tag: { icon: 'clock', words: offerPaperText.checking } }
  if (owner === null) return {}
  const mine = standing.role === 'recipient'
  if (sameAddress(owner, offer.recipient))
    return { tag: { icon: 'wallet', words: mine ? offerPaperText.inYourWallet : offerPaperText.inTheirWallet } }
  return {
    tag: {
      icon: 'warning',
      tone: 'warn',
      words: mine ? offerPaperText.notInYourWallet : offerPaperText.notInTheirWallet,
    },
  }
}
