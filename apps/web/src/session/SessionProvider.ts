import { createElement, type ReactNode } from 'react'
import { SessionContext, type Session } from './Session.ts'

/** Puts a session around the page. Make one with `openSession()`. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  return createElement(SessionContext.Provider, { value: session }, children)
}
