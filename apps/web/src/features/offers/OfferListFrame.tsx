import type { ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import type { StaleReason, OfferList } from './useOfferList.ts'
import './OfferTicket.css'

interface OfferListFrameProps {
  readonly list: OfferList
  /** Of all offers, where the list may have more to load. */
  readonly count?: number
  readonly emptyText: string
  readonly emptyHint?: string
  readonly children: ReactNode
}

/** A list's frame: skeletons, empty state, failure, or a note that it comes from the chain. */
export function OfferListFrame({ list, count = 0, emptyText, emptyHint, children }: OfferListFrameProps): ReactNode {
  if (list.status === 'failed') return <ListFailed list={list} onTryAgain={() => void list.refresh()} />
  if (list.status !== 'ready') return <Loading />
  return (
    <ErrorBoundary
      fallback={(drawAgain) => <ListFailed list={list} onTryAgain={() => void list.refresh().then(drawAgain)} />}
    >
      {list.doubt ? <Doubt doubt={list.doubt} list={list} /> : null}
      {list.offers.length > 0 ? (
        children
      ) : count === 0 ? (
        <Empty title={emptyText}>{emptyHint}</Empty>
      ) : list.refreshing ? (
        <Loading />
      ) : null}
    </ErrorBoundary>
  )
}

function Loading(): ReactNode {
  return (
    <div role="status" aria-label={frameText.loading}>
      <span className="skeleton offer-skeleton" />
    </div>
  )
}

function ListFailed({ list, onTryAgain }: { list: OfferList; onTryAgain: () => void }): ReactNode {
  const messages = useMessages()
  return (
    <Note
      tone="bad"
      role="alert"
      action={
        <Button sentence working={list.refreshing} onClick={onTryAgain}>
          {frameText.tryAgain}
        </Button>
      }
    >
      {messages.listError}
    </Note>
  )
}

/** What the list may be missing, and why. */
function Doubt({ doubt, list }: { doubt: StaleReason; list: OfferList }): ReactNode {
  const messages = useMessages()
  if (doubt.kind === 'from-chain') return <Note tone="warn">{messages.listFromChain}</Note>
  if (doubt.kind === 'lags') return <Note tone="warn">{messages.listLags({ blocks: doubt.blocks })}</Note>
  return (
    <Note
      tone="warn"
      action={
        <Button sentence working={list.refreshing} onClick={() => void list.refresh()}>
          {frameText.tryAgain}
        </Button>
      }
    >
      {messages.listKept}
    </Note>
  )
}
