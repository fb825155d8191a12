import { coinText, type Nft, type Trade, collectionName, findCollection, nftKey } from '@parley/domain'
import { tradeFromWire, type WireTrade, imageUrl } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/Address.tsx'
import { longDate, shortDate } from '../../text/format.ts'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Picture } from '../../ui/Picture.tsx'

const { columns } = statsText

/** One trade: a row on a wide screen, a card with labelled cells on a phone. */
export function TradeRow({ wire }: { wire: WireTrade }): ReactNode {
  const trade = tradeFromWire(wire)
  return (
    <tr>
      <th scope="row" data-label={columns.offer}>
        <Link className="num" href={`/p2p/${trade.offerId}`} title={trade.offerId}>
          {shorten(trade.offerId)}
        </Link>
      </th>
      <Side label={columns.offered} nfts={trade.offered} wei={trade.coins.offeredWei} />
      <Side label={columns.requested} nfts={trade.requested} wei={trade.coins.requestedWei} />
      <td className="num" data-label={columns.creator}>
        <ExplorerLink to={{ address: trade.creator }} />
      </td>
      <td className="num" data-label={columns.acceptor}>
        {trade.acceptor ? (
          <ExplorerLink to={{ address: trade.acceptor }} />
        ) : (
          <span className="muted">{noAcceptor(trade)}</span>
        )}
      </td>
      <td className="num" data-label={columns.timestamp}>
        <time dateTime={wire.timestamp} title={longDate(trade.atS)}>
          {shortDate(trade.atS)}
        </time>
      </td>
      <td className="trade-status" data-label={columns.status}>
        <Status trade={trade} />
      </td>
      <td className="num" data-label={columns.explorer}>
        <ExplorerLink to={{ tx: trade.txHash }} />
      </td>
    </tr>
  )
}

function Side({ label, nfts, wei }: { label: string; nfts: readonly Nft[]; wei: bigint }): ReactNode {
  return (
    <td data-label={label}>
      <TradeSide nfts={nfts} label={label} />
      {wei > 0n ? <span className="trade-coins num">{coinText(wei)}</span> : null}
    </td>
  )
}

function noAcceptor({ status }: Trade): string {
  return status === 'created' ? statsText.nobodyYet : statsText.nobody
}

const looks: Readonly<Record<Trade['status'], string>> = {
  created: 'rubber-stamp-plain',
  completed: 'rubber-stamp-ok',
  cancelled: 'rubber-stamp-plain',
}

/** An expired, unreturned offer counts as created (decision T1); a note says that it expired. */
function Status({ trade }: { trade: Trade }): ReactNode {
  const nowS = useChainTimeS()
  const ranOut = trade.status === 'created' && nowS > trade.expiresAtS
  return (
    <>
      <span className={`rubber-stamp ${looks[trade.status]}`}>{statsText.statuses[trade.status]}</span>
      {ranOut ? <small className="trade-ran-out">{statsText.ranOut}</small> : null}
    </>
  )
}

/** Pictures shown; lists may truncate (decision S4). */
const pictures = 3

/** One side of a trade: the first pictures and the first NFT's name. Unknown contracts have no picture (decision A5). */
export function TradeSide({ nfts, label }: { nfts: readonly Nft[]; label: string }): ReactNode {
  const { collections } = useSession().config
  const messages = useMessages()
  const [first] = nfts
  if (!first) return null
  const known = findCollection(collections, first.contract)
  return (
    <div className="trade-side">
      <ul aria-label={label}>
        {nfts.slice(0, pictures).map((nft) => (
          <li key={nftKey(nft)}>
            <Picture
              src={findCollection(collections, nft.contract) ? imageUrl(nft) : ''}
              alt=""
              missingLabel={messages.noImage}
            />
          </li>
        ))}
      </ul>
      <span className="trade-side-name">
        {collectionName(collections, first.contract)}
        <small className="num">
          {known ? null : `${shorten(first.contract)} `}#{shorten(String(first.tokenId))}
          {nfts.length > 1 ? ` ${statsText.more(nfts.length - 1)}` : null}
        </small>
      </span>
    </div>
  )
}
