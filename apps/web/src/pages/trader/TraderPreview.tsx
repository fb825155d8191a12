import { product } from '@parley/domain'
import { type ReactNode, useState } from 'react'
import { builtFor } from '../../services/builtFor.ts'
import { type DocumentTrader, drawn } from '../../services/documentData.ts'
import { address, count, fields, isHere, list, nft, nullable, readDocument, time } from '../../services/documentForm.ts'
import { frameText } from '../../text/frame.ts'
import { traderText as words } from '../../text/trader.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { usePageTitle } from '../../ui/navigation.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { knownKind, toNfts } from './addresses.ts'
import { ContactButtonComing, KindNote, TraderHead } from './TraderHead.tsx'
import { ListHead, TraderFacts } from './TraderTable.tsx'
import { TradeCodeComing, TradeSlip } from './TradeSlip.tsx'

const form = fields({
  trader: fields({
    address,
    openOffers: count,
    completedTrades: count,
    collections: list(fields({ contract: address, trades: count })),
    collectionCount: count,
    firstSeen: nullable(time),
    lastSeen: nullable(time),
  }),
  nfts: list(nft),
})

/** The trader that the document of this page carries; null for another one. */
export function documentTrader(): DocumentTrader | null {
  const data = readDocument((value): value is DocumentTrader => form(value))
  return data && isHere(data.trader.address) ? (drawn.trader = data) : null
}

/**
 * The trader that the document carries, laid out as `TraderPage` shows it to a visitor. The lists come with the page's own code,
 * and so does what the chain says of the address.
 */
export default function TraderPreview(): ReactNode {
  const [known] = useState(documentTrader)
  const who = shorten(known?.trader.address ?? '')
  usePageTitle(`${product.name}: ${words.pageTitle.toLowerCase()} ${who}`)
  const built = builtFor()
  if (!known || !built) return null
  const { trader, nfts } = known
  const { address } = trader
  const kind = knownKind(built, address)
  return (
    <>
      <TraderHead
        address={address}
        who={who}
        isOwn={false}
        isBlocked={false}
        isSomebody={kind === null}
        contact={<ContactButtonComing />}
        domainName={null}
        onBlock={null}
      />
      {kind ? (
        <KindNote kind={kind} />
      ) : (
        <>
          <TableTop className="trader-table" label={words.label}>
            <TraderFacts trader={trader} moved={toNfts(nfts)} withYou={null} isOwn={false} />
            <TradeSlip address={address} who={who} isOwn={false} onUnblock={null}>
              <TradeCodeComing />
            </TradeSlip>
          </TableTop>
          <div className="trader-lists">
            <ListComing title={words.offers} count={trader.openOffers} />
            <ListComing title={words.completed} count={trader.completedTrades} />
          </div>
        </>
      )}
    </>
  )
}

function ListComing({ title, count }: { readonly title: string; readonly count: number }): ReactNode {
  return (
    <section className="trader-list" aria-label={title}>
      <ListHead title={title} count={count} />
      <div role="status" aria-label={frameText.loading}>
        <span className="skeleton offer-skeleton" />
      </div>
    </section>
  )
}
