import type { ApiClient, WireConfig } from '@parley/protocol'
import { createContext, useContext } from 'react'
import type { PublicClient } from 'viem'
import type { Config as WagmiConfig } from 'wagmi'
import type { Clock } from '../flows/Clock.ts'

/** What one open page holds for as long as it is open. Made once, handed to flows and hooks. */
export interface Session {
  readonly config: WireConfig
  readonly chain: PublicClient
  readonly api: ApiClient
  readonly wagmi: WagmiConfig
  readonly clock: Clock
}

export const SessionContext = createContext<Session | null>(null)

/** The page's session. Throws outside of a SessionProvider: a mistake in the page. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('this hook needs a SessionProvider around it')
  return session
}
