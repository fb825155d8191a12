import { createElement, type ReactNode } from 'react'
import { SessionContext, type Session } from '../../src/session/Session.ts'

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  return createElement(SessionContext.Provider, { value: session }, children)
}
