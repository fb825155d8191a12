import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, useEffect, type ReactNode } from 'react'
import { watchConnection } from 'wagmi/actions'
import { applyLiveEvent } from './queries.ts'
import { SessionContext, type Session } from './Session.ts'

/** Puts a session around the page and keeps its line to the server open. Make one with `openSession()`. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  useEffect(() => session.live.open((event, again) => applyLiveEvent(session.queries, event, again)), [session])
  useEffect(() => {
    // A locked wallet keeps its draft: it may be unlocked again.
    let owner: string | undefined
    return watchConnection(session.wagmi, {
      onChange: (now, before) => {
        owner = before.address ?? owner
        if (owner && now.address && now.address !== owner) session.drafts.startAs(now.address)
      },
    })
  }, [session])
  const inner = createElement(SessionContext.Provider, { value: session }, children)
  return createElement(QueryClientProvider, { client: session.queries }, inner)
}
