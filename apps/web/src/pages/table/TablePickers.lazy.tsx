import { type Address, maxNftsPerSide, type Nft, nftKey, type OfferId, readCoins } from '@parley/domain'
import { useMemo, useState, type ReactNode } from 'react'
import { formatEther } from 'viem/utils'
import { itemLabel } from '../../features/draft/useDraft.ts'
import { NftTray } from '../../features/holdings/NftTray.tsx'
import { useHoldings } from '../../features/holdings/useHoldings.ts'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import type { HeldNft, TypedCoins } from '../../services/drafts.ts'
import { type OfferSide, useMessages } from '../../services/Portal.ts'
import { frameText } from '../../text/frame.ts'
import { tableDialogText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { FriendCoins, OwnCoins, useMostCoins } from '../swap/CoinForm.lazy.tsx'

/** An open picker: its kind, and whose side it fills. */
export interface TablePicker {
  readonly kind: 'nfts' | 'coins'
  readonly side: 'own' | 'other'
}

interface TablePickersProps {
  readonly open: TablePicker | null
  readonly onClose: () => void
  readonly viewer: Address
  readonly other: Address
  readonly who: string
  /** What lies on the table. */
  readonly own: { readonly nfts: readonly Nft[]; readonly wei: bigint }
  readonly theirs: { readonly nfts: readonly Nft[]; readonly wei: bigint }
  /** Which of a portal's collections each gives, by what the offer's creator does with them. */
  readonly shelves: Readonly<Record<'own' | 'other', OfferSide>>
  /** An offer that this table counters: what it holds in escrow counts as its creator's. */
  readonly counters: OfferId | null
  /** Why the last press was refused, where it was made from a picker. */
  readonly problem: ReactNode
  readonly onToggle: (side: 'own' | 'other', nft: Nft) => void
  readonly onCoins: (side: 'own' | 'other', wei: bigint) => void
}

/** The pickers of a table. None is open while `open` is null. */
export default function TablePickers(props: TablePickersProps): ReactNode {
  const { open, onClose, who } = props
  if (!open) return null
  const { kind, side } = open
  const own = side === 'own'
  if (kind === 'coins') {
    const title = own ? words.coinsOwn : words.coinsTheirs(who)
    return (
      <Dialog open onClose={onClose} closeLabel={frameText.close} title={title} heading={<HexText>{title}</HexText>}>
        <CoinPicker {...props} side={side} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={frameText.close}
      shape="sheet"
      title={own ? words.pickOwn : words.pickTheirs(who)}
      titleUnseen
    >
      <div className="table-picker">
        <NftPicker {...props} side={side} />
        <div className="table-picker-foot">
          {/* The page behind a modal dialog is inert, and a long list of NFTs would hide it. */}
          {props.problem}
          <Button look="primary" sentence onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type Sided = TablePickersProps & Pick<TablePicker, 'side'>

/** A picker of one person's NFTs. */
function NftPicker({ side, viewer, other, who, own, theirs, shelves, counters, onToggle }: Sided): ReactNode {
  const messages = useMessages()
  const isOwn = side === 'own'
  const read = useHoldings(isOwn ? viewer : other, shelves[side])
  const chosen = useDescribed(isOwn ? own.nfts : theirs.nfts)
  const holdings = useMemo(
    () => ({
      ...read,
      nfts: read.nfts.map((nft) => (nft.escrowedBy === counters ? { ...nft, escrowedBy: null } : nft)),
    }),
    [read, counters],
  )
  const isChosen = (nft: Nft) => chosen.some((one) => nftKey(one) === nftKey(nft))
  const addAll = (nfts: readonly HeldNft[]): void => {
    for (const nft of nfts.filter((one) => !isChosen(one)).slice(0, maxNftsPerSide - chosen.length)) onToggle(side, nft)
  }
  return (
    <NftTray
      title={isOwn ? words.pickOwn : words.pickTheirs(who)}
      holdings={holdings}
      chosen={chosen}
      itemLabel={(nft) => itemLabel(isOwn ? 'A' : 'B', chosen, nft)}
      onToggle={(nft) => onToggle(side, nft)}
      onChooseAll={addAll}
      empty={<Empty title={isOwn ? messages.ownEmpty : messages.friendEmpty} />}
    />
  )
}

function CoinPicker({ side, viewer, other, who, own, theirs, counters, onCoins, onClose }: Sided): ReactNode {
  const isOwn = side === 'own'
  const { wei } = isOwn ? own : theirs
  const nftCount = own.nfts.length + theirs.nfts.length
  const [text, setText] = useState(wei === 0n ? '' : formatEther(wei))
  const reading = readCoins(text)
  const coins: TypedCoins = { text, wei: 'wei' in reading ? reading.wei : null }
  const mostWei = useMostCoins(side === 'own' ? { own: viewer, nftCount } : { friend: other })
  // The server knows what a countered offer holds. An amount that lies there already may stay.
  const isTooMuch = counters === null && mostWei !== null && coins.wei !== wei && (coins.wei ?? 0n) > mostWei
  const [isRefused, setRefused] = useState(false)
  const type = (typed: string): void => {
    setText(typed)
    setRefused(false)
  }
  const form = { coins, disabled: false, focused: true, onType: type }
  const isWrong = coins.wei === null || isTooMuch
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setRefused(isWrong)
        if (coins.wei === null || isTooMuch) return
        if (coins.wei !== wei) onCoins(side, coins.wei)
        onClose()
      }}
    >
      {isOwn ? <OwnCoins address={viewer} nftCount={nftCount} {...form} /> : <FriendCoins address={other} {...form} />}
      {isRefused ? (
        <Note tone="bad" role="alert">
          {isTooMuch ? (isOwn ? words.tooMuchOwn : words.tooMuchTheirs(who)) : words.noAmount}
        </Note>
      ) : null}
      <Perforation />
      <Button look="stamp" sentence type="submit" aria-disabled={isWrong}>
        {words.done}
      </Button>
    </form>
  )
}
