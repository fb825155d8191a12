import { coinText, type Nft, type Trade } from '@parley/domain'
import { tradeFromWire, type WireTrade } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/shorten.ts'
import { longDate, shortDate } from '../../text/format.ts'
import { TradeSide } from './TradeSide.tsx'

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
