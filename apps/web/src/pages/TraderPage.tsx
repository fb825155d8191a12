import { parseAddress, product, sameAddress, type Address, type AddressProblem } from '@parley/domain'
import type { ReactNode } from 'react'
import { ExplorerLink } from '../services/ExplorerLink.tsx'
import { usePortal } from '../services/Portal.ts'
import {
  type AddressKind,
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
import { shorten, WholeAddress } from '../ui/Address.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { HexText } from '../ui/HexText.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Link } from '../ui/Link.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { Note } from '../ui/Note.tsx'
import { Slip } from '../ui/Slip.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import { CompletedTrades, OpenOffers, useBlocked } from './trader/TraderLists.tsx'
import { TradeHistory } from './trader/TradeHistory.tsx'
import { TraderFacts } from './trader/TraderTable.tsx'
import { TradeSlip } from './trader/TradeSlip.tsx'
import './TraderPage.css'

const ContactButton = lazyOnIdle(async () => ({
  default: (await import('../features/contacts/contactParts.lazy.ts')).ContactButton,
}))

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
  const { isBlocked, block, unblock } = useBlocked(address)
  const isSomebody = kind.kind === 'wallet' || kind.kind === 'contract'
  return (
    <>
      <TraderHead address={address} isOwn={isOwn} isBlocked={isBlocked} {...(isSomebody && { onBlock: block })} />
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
      {trader.isError ? (
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
            {trader.data && trades.status !== 'loading' ? (
              <TraderFacts trader={trader.data} newest={trades.offers} withYou={withYou} isOwn={isOwn} />
            ) : (
              <div className="side trader-facts-side">
                {trader.isError ? null : (
                  <div role="status" aria-label={frameText.loading}>
                    <span className="skeleton trader-skeleton" />
                  </div>
                )}
              </div>
            )}
            <TradeSlip address={address} isOwn={isOwn} onUnblock={isBlocked ? unblock : null} />
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

interface TraderHeadProps {
  readonly address: Address
  readonly isOwn: boolean
  readonly isBlocked: boolean
  /** Absent at the address of an escrow or a collection. */
  readonly onBlock?: () => void
}

function TraderHead({ address, isOwn, isBlocked, onBlock }: TraderHeadProps): ReactNode {
  const who = useWho(address)
  const isNamed = who !== shorten(address)
  return (
    <div className="intro trader-intro">
      <div className="trader-who">
        <Avatar seed={address} sizePx={76} />
        <div>
          <h1>
            <HexText>{who}</HexText>
          </h1>
          <p className="trader-address">
            <ExplorerLink to={{ address }}>
              <WholeAddress address={address} />
            </ExplorerLink>
          </p>
          <p>{isOwn ? words.own : isNamed ? words.named : words.lead}</p>
        </div>
      </div>
      <div className="intro-state">
        <CopyButton text={address} label={frameText.copyAddress} doneLabel={frameText.copied} />
        {onBlock && !isOwn ? <ContactButton address={address} /> : null}
        {onBlock ? (
          <Link className={buttonClass('outline', true)} href={`/wallet/${address}`}>
            {isOwn ? words.ownNfts : words.nfts}
          </Link>
        ) : null}
        {isOwn ? (
          <Link className={buttonClass('outline', true)} href={`/trader/${address}/history`}>
            {historyText.link}
          </Link>
        ) : null}
        {onBlock && !isOwn && !isBlocked ? (
          <Button look="quiet" sentence onClick={onBlock}>
            {words.block}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Says where an address is no person's wallet, or may not be. */
function KindNote({ kind }: { readonly kind: AddressKind }): ReactNode {
  switch (kind.kind) {
    case 'wallet':
      return null
    case 'contract':
      return <Note tone="plain">{words.contract}</Note>
    case 'escrow':
      return (
        <Note tone="warn">
          {words.escrow} {words.noSend}
        </Note>
      )
    case 'collection':
      return (
        <Note tone="warn">
          {words.collection(kind.name)} {words.noSend}
        </Note>
      )
  }
}
