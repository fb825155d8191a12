import type { Address } from '@parley/domain'
import type { ApiClient, PageDeployment } from '@parley/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Client } from 'viem'
import type { Config as WagmiConfig } from 'wagmi'
import type { Formatter } from '../text/format.ts'
import type { Clock, BrowserStorage } from './browser.ts'
import type { ActionsStore, Transactions } from './transactions.ts'
import type { Drafts } from './drafts.ts'
import type { LiveConnection } from './liveConnection.ts'
import { builtFor } from './builtFor.ts'
import type { NoticeBoard } from './notices.ts'

/** What one open page holds for as long as it is open. Made once, handed to flows and hooks. */
export interface Session {
  /** What the page was built for (decision Z1). */
  readonly config: PageDeployment
  /** Escrows that the server follows and that the page was not built for. */
  readonly foreign: readonly Address[]
  readonly chain: Client
  /** Endpoints that `chain` asks. The server may name others than the page was built with. */
  readonly rpcUrls: readonly string[]
  readonly api: ApiClient
  readonly wagmi: WagmiConfig
  readonly clock: Clock
  readonly queries: QueryClient
  readonly notices: NoticeBoard
  readonly live: LiveConnection
  readonly drafts: Drafts
  readonly actions: ActionsStore
  readonly storage: BrowserStorage
  readonly formatter: Formatter
  readonly transactions: Transactions
  /** Waits for a turn to ask about approvals: they are spaced 100 ms apart. */
  readonly approvalTurn: () => Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

/** The page's session. Throws outside of a SessionProvider: a mistake in the page. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('this hook needs a SessionProvider around it')
  return session
}

/** What the page was built for. Also in a first view, which has no session yet. */
export function useDeployment(): PageDeployment | null {
  return useContext(SessionContext)?.config ?? builtFor()
}
