import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PortalContext, type Portal } from '../../src/services/Portal.ts'
import { SessionContext, type Session } from '../../src/services/Session.ts'

interface SurroundingsProps {
  readonly session: Session
  readonly portal: Portal
  readonly children: ReactNode
}

/** The providers that every part of the page needs. */
export function Surroundings({ session, portal, children }: SurroundingsProps): ReactNode {
  return (
    <QueryClientProvider client={session.queries}>
      <SessionContext value={session}>
        <PortalContext value={portal}>{children}</PortalContext>
      </SessionContext>
    </QueryClientProvider>
  )
}
