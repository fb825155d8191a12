import { useEffect, useRef, type ReactNode } from 'react'
import { OfferAlerts } from '../features/offers/OfferAlerts.tsx'
import { blockedHere } from '../features/offers/useBlocking.ts'
import { type Inbox, isAbout, useInbox } from '../pages/inbox/useInbox.ts'
import { isLookedAt, onReturn } from '../services/attention.ts'
import { answerPushes } from '../services/serviceWorker.lazy.ts'
import { useSession } from '../services/Session.ts'
import { inboxText } from '../text/inbox.lazy.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { setTitleCount, usePath } from '../ui/navigation.ts'
import { ThemeToggle } from './Frame.tsx'
import './HeaderBell.css'

/** How many is too long to count in a corner. */
const most = 99

/** The inbox in the header: how much needs the wallet; filled while something is unread (decision I1). */
export default function HeaderBell(): ReactNode {
  const inbox = useInbox()
  const path = usePath()
  useCountElsewhere(inbox)
  useReadByOpening(inbox, path)
  useToldPushes(inbox)
  useToldBlocks(inbox)
  const { needsYou, unread } = inbox.counts
  const isWhole = inbox.status === 'ready' && inbox.missing === null
  const label = inboxText.bell(needsYou, unread, isWhole ? (inbox.source === 'server' ? 'all' : 'offers') : 'part')
  return (
    <>
      <OfferAlerts />
      {inbox.wallet ? (
        <>
          <Link
            className="icon-btn bell"
            href="/inbox"
            title={label}
            aria-label={label}
            aria-current={path === '/inbox' ? 'page' : undefined}
          >
            <Icon name="bell" large />
            {needsYou + unread > 0 ? (
              <span className={unread > 0 ? 'bell-count bell-unread num' : 'bell-count num'} aria-hidden="true">
                {needsYou > most ? `${most}+` : needsYou || unread}
              </span>
            ) : null}
          </Link>
          {/* Takes the place of the frame's own, which stays in the menu of a narrow header. */}
          <ThemeToggle />
        </>
      ) : null}
    </>
  )
}

/** The unread in the page's title (decision S9) and on the app's icon, where the system has one. */
function useCountElsewhere({ counts: { unread } }: Inbox): void {
  useEffect(() => {
    setTitleCount(unread)
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => undefined)
  }, [unread])
}

/** Blocks from before signing in, or that the server did not take, go to the server. */
function useToldBlocks({ source }: Inbox): void {
  const page = useSession()
  useEffect(() => {
    if (source === 'server')
      void import('../features/offers/tellBlock.lazy.ts').then(({ tellBlocks }) => tellBlocks(page, blockedHere))
  }, [source, page])
}

/** Opening the page of an item's offer or table counts as reading it, from wherever the user came. */
function useReadByOpening({ items, markRead }: Inbox, path: string): void {
  const ids = items.filter((item) => !item.isRead && isAbout(item, path)).map(({ id }) => id)
  const open = ids.join(' ')
  const mark = useRef(markRead)
  useEffect(() => {
    mark.current = markRead
  })
  useEffect(() => {
    const read = (): void => {
      // A page that was left open reads nothing: its items are to be pushed.
      if (open !== '' && isLookedAt()) mark.current(open.split(' '))
    }
    read()
    return onReturn(read)
  }, [open])
}

/** A push of what this page shows already is not shown again. */
function useToldPushes({ items }: Inbox): void {
  useEffect(() => answerPushes((id) => items.some((item) => item.id === id)), [items])
}
