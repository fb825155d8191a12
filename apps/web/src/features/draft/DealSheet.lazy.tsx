import { coinText, nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import { emptyTableText, frameText } from '../../text/frame.ts'
import { slipText } from '../../text/swap.ts'
import { tableText } from '../../text/swap.lazy.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { useNftDetails } from '../../services/nftDetails.tsx'
import { toNftView } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ItemRow } from '../../ui/ItemRow.tsx'
import { Nickname } from '../../services/people.tsx'
import { shorten } from '../../ui/Address.tsx'
import type { Draft } from './useDraft.ts'
import './DealSheet.css'

interface DealSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly draft: Draft
  readonly slip: ReactNode
}

/** The whole deal on a phone: every item with its contract, then the slip with a fixed footer. */
export default function DealSheet({ open, onClose, draft, slip }: DealSheetProps): ReactNode {
  const { own, friend, recipient } = draft
  return (
    <Dialog
      shape="sheet"
      open={open}
      title={emptyTableText.slip}
      titleUnseen
      onClose={onClose}
      closeLabel={frameText.close}
    >
      <div className="sheet-top">
        <SheetSide
          title={emptyTableText.give}
          letter="A"
          nfts={own.nfts}
          wei={own.coins.wei}
          count={tableText.countOf(own.nfts.length)}
        />
        <SheetSide
          title={emptyTableText.get}
          letter="B"
          nfts={friend.nfts}
          wei={friend.coins.wei}
          count={
            <>
              {tableText.countOf(friend.nfts.length)}
              {recipient.address ? (
                <>
                  , <Nickname of={recipient.address} />
                  {shorten(recipient.address)}
                </>
              ) : null}
            </>
          }
        />
        {slip}
      </div>
    </Dialog>
  )
}

interface SheetSideProps {
  readonly title: string
  readonly letter: 'A' | 'B'
  readonly nfts: readonly HeldNft[]
  readonly wei: bigint | null
  readonly count: ReactNode
}

function SheetSide({ title, letter, nfts, wei, count }: SheetSideProps): ReactNode {
  const messages = useMessages()
  const { openerOf, details } = useNftDetails()
  return (
    <section className="sheet-side" aria-label={title}>
      <div className="side-head">
        <h3>{title}</h3>
        <span className="num">{count}</span>
      </div>
      {nfts.length === 0 && !wei ? <p className="sheet-nothing">{slipText.nothing}</p> : null}
      <ul className="item-rows">
        {nfts.map((nft, at) => (
          <ItemRow
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            lot={`${letter}${at + 1}`}
            open={openerOf(nft)}
          />
        ))}
      </ul>
      {details}
      {wei ? <p className="sheet-coins num">{coinText(wei)}</p> : null}
    </section>
  )
}
