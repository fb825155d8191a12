import { locale, product, type Address } from '@parley/domain'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { useChainTimeS } from '../services/chainTime.ts'
import { useMessages } from '../services/Portal.ts'
import { useSession } from '../services/Session.ts'
import { escrowText as words } from '../text/escrow.lazy.ts'
import { frameText } from '../text/frame.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Link } from '../ui/Link.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { Empty, Note } from '../ui/Note.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import type { CoinTarget } from './escrow/CoinTarget.lazy.tsx'
import { EscrowRows } from './escrow/EscrowRows.tsx'
import { HeldThings, HomeSlip } from './escrow/HomeSlip.tsx'
import { type EscrowAnswer, escrowedQuery, type Holding, holdingsOf, offersAtOnce } from './escrow/holdings.ts'
import { useBringHome } from './escrow/useBringHome.ts'
import { type HomeCost, homeCostQuery } from '../services/wayHome.ts'
import './EscrowPage.css'

// Shown after a press, or after a reload in the middle of one.
const QueueBox = lazyOnIdle(() => import('./escrow/QueueBox.lazy.tsx'))

/** What the escrow holds of the visitor's, and how it comes home (decision I3). Needs no server. */
export default function EscrowPage(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  usePageTitle(`${product.name}: ${words.title}`)
  if (wallet.status === 'connected' && wallet.address) return <EscrowOf key={wallet.address} account={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <EscrowIntro />
      <ConnectCard
        title={words.connectTitle}
        text={words.connectText}
        label={connecting ? messages.connecting : messages.connectWallet}
        connecting={connecting}
        onConnect={() => openList(true)}
      />
    </>
  )
}

function EscrowIntro({ children, action }: { children?: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className="intro">
      <div>
        <h1>{words.title}</h1>
        {children ?? <p>{words.lead}</p>}
      </div>
      {action ? <div className="intro-state">{action}</div> : null}
    </div>
  )
}

function EscrowOf({ account }: { account: Address }): ReactNode {
  const session = useSession()
  const nowS = useChainTimeS()
  const { running } = useStore(session.actions)
  const [newest, setNewest] = useState(offersAtOnce)
  const [isOlderFailed, setOlderFailed] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(escrowedQuery(session, account, newest))
  if (isError && !data && newest > offersAtOnce) {
    // Back to the answer before.
    setNewest(newest - offersAtOnce)
    setOlderFailed(true)
  }
  const refresh = (
    <Button sentence icon="refresh" working={isFetching} disabled={running !== null} onClick={() => void refetch()}>
      {words.refresh}
    </Button>
  )
  if (!data) {
    return (
      <>
        <EscrowIntro action={isError ? null : refresh} />
        {isError ? (
          <Note
            tone="bad"
            role="alert"
            action={
              <Button sentence working={isFetching} onClick={() => void refetch()}>
                {frameText.tryAgain}
              </Button>
            }
          >
            <b>{words.failed}</b> {words.failedText}
          </Note>
        ) : (
          <div role="status" aria-label={words.reading}>
            <span className="skeleton escrow-skeleton" />
          </div>
        )}
      </>
    )
  }
  const block = data.block.toLocaleString(locale)
  return (
    <>
      <EscrowIntro action={refresh}>
        <p className="chain-line num" role="status">
          <b>
            <Icon name="checkCircle" />
            {words.readFromChain}
          </b>
          {words.block(block)}
        </p>
      </EscrowIntro>
      <EscrowNotes
        answer={data}
        isStale={isError}
        isOlderFailed={isOlderFailed}
        isReading={isFetching}
        onOlder={() => {
          setOlderFailed(false)
          setNewest(newest + offersAtOnce)
        }}
      />
      <Held account={account} holdings={holdingsOf(session, data, nowS)} nowS={nowS} />
    </>
  )
}

interface EscrowNotesProps {
  readonly answer: EscrowAnswer
  readonly isStale: boolean
  /** The last try to look at older offers failed. */
  readonly isOlderFailed: boolean
  readonly isReading: boolean
  /** Looks at older offers too. */
  readonly onOlder: () => void
}

/** What may be missing, and why. */
function EscrowNotes({ answer, isStale, isOlderFailed, isReading, onOlder }: EscrowNotesProps): ReactNode {
  return (
    <>
      {isStale ? <Note tone="warn">{words.stale(answer.block.toLocaleString(locale))}</Note> : null}
      {answer.unreadable > 0 ? <Note tone="warn">{words.someUnread(answer.unreadable)}</Note> : null}
      {answer.isByServer ? <Note tone="warn">{words.byServer}</Note> : null}
      {answer.unread > 0 ? (
        <Note
          tone={isOlderFailed ? 'warn' : 'plain'}
          action={
            <Button sentence working={isReading} onClick={onOlder}>
              {words.readOlder(offersAtOnce.toLocaleString(locale))}
            </Button>
          }
        >
          {words.unread(answer.unread.toLocaleString(locale))} {isOlderFailed ? words.olderFailed : null}
        </Note>
      ) : null}
    </>
  )
}

interface HeldProps {
  readonly account: Address
  readonly holdings: readonly Holding[]
  readonly nowS: number
}

function Held({ account, holdings, nowS }: HeldProps): ReactNode {
  const [coinTarget, setCoinTarget] = useState<CoinTarget>({ text: account, address: account })
  const to = coinTarget.address
  const costs = useHomeCosts(account, holdings, to ?? account)
  const home = useBringHome(account, to ?? account, costs)
  return (
    <>
      <QueueBox home={home} account={account} />
      {holdings.length === 0 ? (
        <Empty title={words.empty}>
          <p>{words.emptyText}</p>
          <Link className={buttonClass('outline', true)} href="/create-swap-offer">
            {words.create}
          </Link>
        </Empty>
      ) : (
        <>
          <TableTop label={words.held} className="escrow-table">
            <HeldThings holdings={holdings} />
            <HomeSlip holdings={holdings} costs={costs} home={home} mayTake={to !== null} />
          </TableTop>
          <EscrowRows
            holdings={holdings}
            costs={costs}
            home={home}
            account={account}
            nowS={nowS}
            coinTarget={coinTarget}
            onCoinTarget={setCoinTarget}
          />
        </>
      )}
    </>
  )
}

/** By the things' keys; undefined until known. */
function useHomeCosts(
  account: Address,
  holdings: readonly Holding[],
  to: Address,
): ReadonlyMap<string, HomeCost | undefined> {
  const session = useSession()
  const messages = useMessages()
  return useQueries({
    queries: holdings.map((holding) => homeCostQuery(session, { account, holding, to, messages })),
    combine: (answers) => new Map(holdings.map(({ key }, at) => [key, answers[at]?.data])),
  })
}
