import type { ReactNode } from 'react'
import type { Holdings } from '../../features/holdings/useHoldings.ts'
import { usePortal } from '../../session/Portal.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/pageTitle.ts'

/** The page header: purpose, connection status and refresh. */
export function SwapIntro({ holdings }: { holdings: Holdings }): ReactNode {
  const { pageTitle, heading, messages } = usePortal()
  usePageTitle(pageTitle)
  return (
    <div className="intro">
      <div>
        <h1>{heading.title}</h1>
        <p>{heading.text}</p>
      </div>
      <div className="intro-state">
        <Badge icon="checkCircle">{messages.connectedBadge.text}</Badge>
        <Button icon="refresh" working={holdings.refreshing} onClick={() => void holdings.refresh()}>
          {messages.refreshNfts.text}
        </Button>
      </div>
    </div>
  )
}
