import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { SessionContext, type Session } from '../../src/session/Session.ts'

const queries = new QueryClient()

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  return createElement(
    QueryClientProvider,
    { client: queries },
    createElement(SessionContext.Provider, { value: session }, children),
  )
}
