import { nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import { tableText } from '../../text/swap.lazy.ts'
import { useNftDetails } from '../../services/nftDetails.tsx'
import { toNftView, idOf, shownName } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { shorten } from '../../ui/Address.tsx'
import { Print } from '../../ui/Print.tsx'
import type { DraftSide } from './useDraft.ts'

const words = tableText
/** Up to this many fit beside each other; more scroll within the row. */
const openPrints = 4

/** One side's items, each with lot number, collection, contract and id. */
export default function DraftSidePrints({
  side,
  letter,
  placeText,
}: {
  side: DraftSide
  letter: 'A' | 'B'
  placeText: string
}): ReactNode {
  const messages = useMessages()
  const { openerOf, details } = useNftDetails()
  return (
    <>
      <ul className="prints prints-tilted">
        {side.nfts.map((nft, at) => (
          <Print
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            // The slip beside has each contract in full. A phone has a sheet instead, with all of them.
            link={shorten(nft.contract)}
            lot={`${letter}${at + 1}`}
            open={openerOf(nft)}
            remove={{ label: words.removeDeal(`${shownName(nft)} ${idOf(nft)}`), onRemove: () => side.remove(nft) }}
          />
        ))}
        {side.nfts.length < openPrints ? <li className="print-place">{placeText}</li> : null}
      </ul>
      {details}
      {side.nfts.length > openPrints ? <p className="prints-note muted">{words.moreScroll(side.nfts.length)}</p> : null}
    </>
  )
}
