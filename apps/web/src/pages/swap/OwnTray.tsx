import { collectionName, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { lotOf } from '../../features/draft/lots.ts'
import type { DraftSide } from '../../features/draft/useDraft.ts'
import { NftTray } from '../../features/holdings/NftTray.tsx'
import type { Holdings } from '../../features/holdings/useHoldings.ts'
import { screenWords } from '../../messages/screenWords.ts'
import { useSession } from '../../session/Session.ts'
import { useMessages } from '../../session/useMessages.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { chooseAll } from './chooseAll.ts'
import { CoinPlace } from './CoinPlace.tsx'

/** The user's own NFTs, with the full address to share. */
export function OwnTray({
  address,
  side,
  holdings,
}: {
  address: Address
  side: DraftSide
  holdings: Holdings
}): ReactNode {
  const messages = useMessages()
  const { collections } = useSession().config
  return (
    <NftTray
      title={messages.ownGridTitle.text}
      holdings={holdings}
      chosen={side.nfts}
      lotOf={(nft) => lotOf('A', side.nfts, nft)}
      onToggle={(nft) => side.toggle(nft)}
      onChooseAll={(nfts) => chooseAll(side, nfts)}
      unreadableNames={holdings.unreadable.map((contract) => collectionName(collections, contract))}
      empty={<Empty title={messages.ownEmpty.text}>{messages.ownEmptyHint.text}</Empty>}
      control={
        <>
          <span className="caps field-label">{screenWords.grid.yourAddress}</span>
          <div className="field-box field-still">
            <span className="num" title={address}>
              {address}
            </span>
            <CopyButton text={address} label={screenWords.grid.copy} doneLabel={screenWords.wallet.copied} />
          </div>
          <CoinPlace address={address} side="own" />
        </>
      }
    />
  )
}
