import { type Address, product } from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { useChainTimeS } from '../services/chainTime.ts'
import { useMessages } from '../services/Portal.ts'
import { useLive } from '../services/queries.ts'
import { useSignIn } from '../services/signIn.ts'
import { frameText } from '../text/frame.ts'
import { inboxText as words } from '../text/inbox.lazy.ts'
import { signInText } from '../text/signIn.lazy.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Link } from '../ui/Link.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { Empty, Note } from '../ui/Note.tsx'
import { InboxRow } from './inbox/InboxRow.tsx'
import { type Inbox, useInbox } from './inbox/useInbox.ts'
import './inbox/InboxPage.css'
import '../features/offers/OfferTicket.css'

// Below the list, so they come after it.
const HiddenOffers = lazyOnIdle(() => import('../features/offers/HiddenOffers.lazy.tsx'))
const ClosedSettings = lazyOnIdle(() => import('./inbox/ClosedSettings.lazy.tsx'))

/** What needs the connected wallet, and what happened lately (decision I1). */
export default function InboxPage(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  usePageTitle(`${product.name}: ${words.title.toLowerCase()}`)
  if (wallet.status === 'connected' && wallet.address) return <InboxOf viewer={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <div className="intro">
        <div>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
      </div>
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

function InboxOf({ viewer }: { viewer: Address }): ReactNode {
  const inbox = useInbox()
  const { status: link } = useLive()
  const lead = inbox.source === 'server' ? words.lead : link === 'away' ? words.leadAway : words.leadBrowser
  return (
    <>
      <div className="intro">
        <div>
          <h1>{words.title}</h1>
          <p>{lead}</p>
        </div>
        <div className="intro-state">
          {link === 'away' ? null : (
            <a className={buttonClass('quiet', true)} href="#notifications">
              <Icon name="bell" />
              {words.notifications}
            </a>
          )}
          {inbox.counts.unread > 0 ? (
            <Button sentence onClick={() => inbox.markAllRead()}>
              {words.markAll}
            </Button>
          ) : null}
        </div>
      </div>
      <SignInNote inbox={inbox} isAway={link === 'away'} />
      <Items inbox={inbox} viewer={viewer} />
      <ClosedSettings viewer={viewer} />
    </>
  )
}

/** Without a session the browser sees no tables, and its marks stay here. */
function SignInNote({ inbox, isAway }: { inbox: Inbox; isAway: boolean }): ReactNode {
  const { status, problem, signIn } = useSignIn()
  if (inbox.source === 'server' || status === 'signed-in' || status === 'unknown' || isAway) return null
  return (
    <div className="inbox-note">
      <Note
        tone="plain"
        action={
          <Button sentence working={status === 'asking'} onClick={() => void signIn()}>
            {status === 'asking' ? signInText.asking : signInText.signIn}
          </Button>
        }
      >
        <b>{words.signInTitle}.</b> {problem ? signInText.problems[problem] : words.signInText}
      </Note>
    </div>
  )
}

const skeletons = [1, 2, 3]

function Items({ inbox, viewer }: { inbox: Inbox; viewer: Address }): ReactNode {
  const { status, items, counts } = inbox
  if (status === 'loading' || status === 'idle') {
    return (
      <div role="status" aria-label={frameText.loading}>
        {skeletons.map((key) => (
          <div key={key} className="skeleton inbox-skeleton" />
        ))}
      </div>
    )
  }
  if (status === 'failed') {
    return (
      <Note
        tone="bad"
        role="alert"
        action={
          <Button sentence onClick={() => void inbox.reload()}>
            {frameText.tryAgain}
          </Button>
        }
      >
        {words.failed}
      </Note>
    )
  }
  const needing = items.filter(({ needsYou }) => needsYou)
  const earlier = items.filter(({ needsYou }) => !needsYou)
  return (
    <div className="inbox">
      {needing.length === 0 ? (
        inbox.hasMore && counts.needsYou > 0 ? null : (
          <NothingNeeded hasEarlier={earlier.length > 0} missing={inbox.missing} />
        )
      ) : (
        <section aria-label={words.needsYou}>
          <div className="inbox-head">
            <h2>{words.needsYou}</h2>
            <span className="inbox-count num">{counts.needsYou}</span>
            <div className="inbox-axis" aria-hidden="true">
              <span>{words.give}</span>
              <span>{words.get}</span>
            </div>
          </div>
          <Rows items={needing} viewer={viewer} inbox={inbox} />
        </section>
      )}
      {earlier.length > 0 ? (
        <section aria-label={words.earlier}>
          <div className="inbox-head">
            <h2>{words.earlier}</h2>
          </div>
          <Rows items={earlier} viewer={viewer} inbox={inbox} />
        </section>
      ) : null}
      <HiddenOffers offers={inbox.hidden} />
      {inbox.hasMore ? (
        <Button sentence onClick={() => void inbox.loadMore()}>
          {words.more}
        </Button>
      ) : null}
    </div>
  )
}

function NothingNeeded({ hasEarlier, missing }: Pick<Inbox, 'missing'> & { hasEarlier: boolean }): ReactNode {
  if (missing)
    return (
      <Empty title={words.missingTitle[missing]}>
        <p>{words.missing[missing]}</p>
      </Empty>
    )
  if (hasEarlier) return <p className="inbox-settled muted">{words.nothingWaits}</p>
  return (
    <Empty title={words.empty}>
      <p>{words.emptyText}</p>
      <Link className={buttonClass('outline', true)} href="/p2p">
        {words.emptyAct}
      </Link>
    </Empty>
  )
}

function Rows({ items, viewer, inbox }: { items: readonly ReadableItem[]; viewer: Address; inbox: Inbox }): ReactNode {
  const nowS = useChainTimeS()
  return items.map((item) => (
    <InboxRow key={item.id} item={item} viewer={viewer} nowS={nowS} onRead={(id) => inbox.markRead([id])} />
  ))
}
