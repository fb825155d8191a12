import { parseAddress, product, sameAddress, type Address, type AddressProblem } from '@parley/domain'
import type { ReactNode } from 'react'
import { useBlocking } from '../features/offers/useBlocking.ts'
import { usePortal } from '../services/Portal.ts'
import { tradeLink } from './trader/addresses.ts'
import {
  movedIn,
  useAddressKind,
  useTradeHistory,
  useTrader,
  useTraderOffers,
  useTradesWith,
} from './trader/traders.ts'
import { useAccount } from '../services/walletConnection.ts'
import { useWho } from '../services/useWho.ts'
import { frameText } from '../text/frame.ts'
import { historyText, noTraderText, traderText as words } from '../text/trader.lazy.ts'
import { shorten } from '../ui/Address.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Link } from '../ui/Link.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { Note } from '../ui/Note.tsx'
import { Slip } from '../ui/Slip.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import { CompletedTrades, OpenOffers } from './trader/TraderLists.tsx'
import { TradeHistory } from './trader/TradeHistory.tsx'
import { TraderFacts } from './trader/TraderTable.tsx'
import { ContactButtonComing, KindNote, TraderHead } from './trader/TraderHead.tsx'
import { TradeCodeComing, TradeSlip } from './trader/TradeSlip.tsx'
import './TraderPage.css'

const ContactButton = lazyOnIdle(
  async () => ({ default: (await import('../features/contacts/contactParts.lazy.ts')).ContactButton }),
  ContactButtonComing,
)
const DomainName = lazyOnIdle(() => import('../features/contacts/DomainName.lazy.tsx'))
const TradeCode = lazyOnIdle(() => import('./trader/TradeCode.lazy.tsx'), TradeCodeComing)

interface TraderPageProps {
  readonly addressText: string
  /** The wallet's whole history, instead of its page. */
  readonly isHistory: boolean
}

/** What the events say of an address, and the ways to trade with it (decision I4). Needs no connection. */
export default function TraderPage({ addressText, isHistory }: TraderPageProps): ReactNode {
  const reading = parseAddress(addressText)
  const page = isHistory ? historyText.pageTitle : words.pageTitle
  usePageTitle(`${product.name}: ${page.toLowerCase()} ${shorten(addressText)}`)
  if ('problem' in reading) return <NoTrader problem={reading.problem} />
  return isHistory ? <TradeHistory address={reading.address} /> : <Trader address={reading.address} />
}

function NoTrader({ problem }: { readonly problem: AddressProblem }): ReactNode {
  const { path } = usePortal()
  return (
    <div className="no-trader" role="alert">
      <Slip
        title={noTraderText.malformed}
        level="h1"
        stub={
          <Link className={buttonClass('stamp', true)} href={path}>
            {noTraderText.toTable}
          </Link>
        }
      >
        <p>{noTraderText.text[problem]}</p>
      </Slip>
    </div>
  )
}

/** Trades that the page shows; the history has all. */
const newestTrades = '5'

function Trader({ address }: { readonly address: Address }): ReactNode {
  const account = useAccount()
  const isOwn = account !== null && sameAddress(account, address)
  const kind = useAddressKind(address)
  const trader = useTrader(address)
  const withYou = useTradesWith(address, isOwn ? null : account)
  const offers = useTraderOffers(address)
  const trades = useTradeHistory(address, { outcome: 'completed' }, newestTrades)
  const moved = movedIn(address, trades)
  const who = useWho(address)
  const { isBlocked, block, unblock } = useBlocking(address)
  const isSomebody = kind.kind === 'wallet' || kind.kind === 'contract'
  return (
    <>
      <TraderHead
        address={address}
        who={who}
        isOwn={isOwn}
        isBlocked={isBlocked}
        isSomebody={isSomebody}
        contact={<ContactButton address={address} />}
        domainName={<DomainName address={address} />}
        onBlock={block}
      />
      <KindNote kind={kind} />
      {isBlocked ? (
        <Note
          tone="warn"
          action={
            <Button sentence onClick={unblock}>
              {words.unblock}
            </Button>
          }
        >
          {words.blocked}
        </Note>
      ) : null}
      {trader.isError && !trader.data ? (
        <Note
          tone="bad"
          role="alert"
          action={
            <Button sentence working={trader.isFetching} onClick={() => void trader.refetch()}>
              {frameText.tryAgain}
            </Button>
          }
        >
          {words.failed}
        </Note>
      ) : null}
      {isSomebody ? (
        <>
          <TableTop className="trader-table" label={words.label}>
            {trader.data && moved ? (
              <TraderFacts trader={trader.data} moved={moved} withYou={withYou} isOwn={isOwn} />
            ) : (
              <div className="side trader-facts-side">
                {trader.isError ? null : (
                  <div role="status" aria-label={frameText.loading}>
                    <span className="skeleton trader-skeleton" />
                  </div>
                )}
              </div>
            )}
            <TradeSlip address={address} who={who} isOwn={isOwn} onUnblock={isBlocked ? unblock : null}>
              <TradeCode
                link={tradeLink(address).href}
                fileName={`trade-with-${address.slice(0, 6)}-${address.slice(-4)}`}
              />
            </TradeSlip>
          </TableTop>
          <div className="trader-lists">
            <OpenOffers list={offers} count={trader.data?.openOffers ?? null} />
            <CompletedTrades address={address} list={trades} count={trader.data?.completedTrades ?? null} />
          </div>
        </>
      ) : null}
    </>
  )
}
