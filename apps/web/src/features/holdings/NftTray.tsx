import { collectionName } from '@parley/domain'
import type { ReactNode } from 'react'
import { holdingsText as words } from '../../text/swap.lazy.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { FilterBar, useFiltered } from './FilterBar.tsx'
import { NftGrid } from './NftGrid.tsx'
import { TileSkeletons } from './TileSkeletons.tsx'
import type { Holdings } from './useHoldings.ts'
import './Holdings.css'

export interface NftTrayProps {
  readonly title: string
  readonly holdings: Holdings
  /** This side's items on the table, in lot order. */
  readonly chosen: readonly HeldNft[]
  readonly itemLabel: (nft: HeldNft) => string | null
  readonly onToggle: (nft: HeldNft) => void
  readonly onChooseAll: (nfts: readonly HeldNft[]) => void
  readonly loadingLabel?: string
  /** Text for an empty wallet. */
  readonly empty: ReactNode
  /** Follows the grid. */
  readonly foot?: ReactNode
  /** Replaces the grid with a message about the wallet. */
  readonly instead?: ReactNode
}

// Few wallets hold this many.
const PartialWalletNotice = lazyOnIdle(async () => ({
  default: (await import('./NftDetails.lazy.tsx')).PartialWalletNotice,
}))

/** One person's NFTs: owner, number chosen, and the grid to pick from. */
export function NftTray(props: NftTrayProps): ReactNode {
  const { title, chosen, instead } = props
  return (
    <section className="tray" aria-label={title}>
      <div className="tray-head">
        <h2 className="caps">{title}</h2>
        <span className="tray-count num" aria-live="polite">
          {words.selected(chosen.length)}
        </span>
      </div>
      {instead ?? <TrayBody {...props} />}
    </section>
  )
}

function TrayBody(props: NftTrayProps): ReactNode {
  const { title, holdings, itemLabel } = props
  const { collections: known } = useSession().config
  const { messages, tiles } = usePortal()
  const { filter, shown, collections } = useFiltered(holdings.nfts, (nft) => itemLabel(nft) !== null)
  if (holdings.status === 'idle' || holdings.status === 'loading')
    return <TileSkeletons label={props.loadingLabel ?? messages.ownLoading} />
  if (holdings.status === 'failed') return <Unread words={words.failed} holdings={holdings} />
  const unread =
    holdings.unreadable.length > 0 ? (
      <Unread
        words={words.unreadable(holdings.unreadable.map((contract) => collectionName(known, contract)).join(', '))}
        holdings={holdings}
      />
    ) : null
  const reading =
    holdings.reading > 0 ? (
      <p className="tray-source muted" role="status">
        {words.reading(holdings.reading)}
      </p>
    ) : null
  const cut =
    holdings.readUpTo === null ? null : <PartialWalletNotice readUpTo={holdings.readUpTo} holdings={holdings} />
  if (holdings.nfts.length === 0) return reading ?? unread ?? cut ?? props.empty
  return (
    <>
      <FilterBar filter={filter} collections={collections} total={holdings.nfts.length} />
      {holdings.kept ? <Unread words={words.kept} holdings={holdings} /> : unread}
      {cut}
      {reading}
      {holdings.source === 'chain' ? <p className="tray-source muted">{words.fromChain}</p> : null}
      {shown.length === 0 ? (
        <Empty title={words.noMatch}>
          <p>{words.noMatchHint}</p>
          <Button sentence onClick={() => filter.reset()}>
            {words.showAll}
          </Button>
        </Empty>
      ) : (
        <NftGrid
          label={title}
          nfts={shown}
          itemLabel={itemLabel}
          onToggle={props.onToggle}
          onChooseAll={props.onChooseAll}
          missingLabel={messages.noImage}
          tileWords={tiles === 'caption' ? messages : null}
        />
      )}
      {props.foot}
    </>
  )
}

function Unread({ words: text, holdings }: { words: string; holdings: Holdings }): ReactNode {
  return (
    <Note
      tone="warn"
      action={
        <Button sentence working={holdings.refreshing} onClick={() => void holdings.refresh()}>
          {words.readAgain}
        </Button>
      }
    >
      {text}
    </Note>
  )
}
