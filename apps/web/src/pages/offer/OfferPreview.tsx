import { nftKey, product, statusOf, type Nft } from '@parley/domain'
import { imageUrl, offerFromWire, type WireOffer } from '@parley/protocol'
import { useState, type ReactNode } from 'react'
import { builtFor } from '../../services/builtFor.ts'
import { type DocumentOffer, drawn } from '../../services/documentData.ts'
import { fields, isHere, readDocument, recordOf, string, wireOffer } from '../../services/documentForm.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { describedNft } from '../../services/nftView.ts'
import { pageNames } from '../../text/frame.ts'
import { offerPaperText } from '../../text/offer.ts'
import { shorten } from '../../ui/Address.tsx'
import { usePageTitle } from '../../ui/navigation.ts'
import { ConnectStub, VisitorOffer } from './OfferPaper.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

interface OfferData extends Omit<DocumentOffer, 'offer'> {
  readonly offer: WireOffer
}

const form = fields({ offer: wireOffer, names: recordOf(string), pictures: recordOf(string) })

/** The offer that the document of this page carries. Null for another one, and for an escrow that the page was not built for. */
export function documentOffer(): DocumentOffer | null {
  const data = readDocument((value): value is OfferData => form(value))
  if (!data || !isHere(data.offer.offerId) || !builtFor()?.escrows.some(({ address }) => address === data.offer.escrow))
    return null
  return (drawn.offer = { ...data, offer: offerFromWire(data.offer) })
}

interface OfferPreviewProps {
  readonly connecting: boolean
  readonly onConnect: () => void
}

/**
 * The offer that the document carries, shown before wallet and chain code has loaded.
 *
 * Laid out as `OfferPage` shows it to a visitor, so that nothing moves when that takes over. It says that the chain has not
 * been asked, and nothing can be signed.
 */
export default function OfferPreview({ connecting, onConnect }: OfferPreviewProps): ReactNode {
  const [known] = useState(documentOffer)
  usePageTitle(`${product.name}: ${pageNames.offer.toLowerCase()} ${shorten(known?.offer.id ?? '')}`)
  if (!known) return null
  const { offer, names, pictures, nowS } = known
  const standing: OfferPermissions = {
    viewer: null,
    role: 'visitor',
    status: statusOf(offer, nowS),
    act: null,
    ownsAll: undefined,
    ownsAny: false,
  }
  const described = (nfts: readonly Nft[]): readonly HeldNft[] =>
    nfts.map((nft) =>
      describedNft(nft, builtFor()?.collections ?? [], {
        name: names[nftKey(nft)],
        image: imageUrl(nft, '512', pictures[nftKey(nft)]),
      }),
    )
  return (
    <VisitorOffer
      offer={offer}
      standing={standing}
      nowS={nowS}
      offered={described(offer.offered)}
      requested={described(offer.requested)}
      chainLine={
        <p className="chain-line" role="status">
          {offerPaperText.notChecked}
        </p>
      }
      stub={<ConnectStub connecting={connecting} onConnect={onConnect} />}
    />
  )
}
