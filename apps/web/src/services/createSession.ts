import { createChainReader } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { ApiClient, PageDeployment } from '@parley/protocol'
import { QueryClient } from '@tanstack/react-query'
import { browserClock } from '../actions/FlowTools.ts'
import { createSpeaker } from '../messages/Speaker.ts'
import type { Session } from './Session.ts'
import { createActions } from './actions.ts'
import { browserStorage } from './browserStorage.ts'
import { chainOf, createWagmiConfig } from './walletConnection.ts'
import { createDrafts } from './drafts.ts'
import { createLiveLine, type LiveLine } from './liveLine.ts'
import { createNoticeBoard } from './notices.ts'
import { createSetAside } from './setAside.ts'
import { createTurns } from './takeTurns.ts'
import { createTransactions } from './transactions.ts'

/** Approval checks are spaced this far apart (specification, section 9). */
const approvalSpacingMs = 100

/** What a server says of the world, as far as a page listens. */
export interface ServerWord {
  /** Where the chain is asked. The wallet's own connection has the last word before anything is signed. */
  readonly rpcUrls: readonly string[]
  /** Escrows that the server follows and that the page was not built for: nothing is signed for them. */
  readonly foreign: readonly Address[]
  /** Chain time in unix seconds. */
  readonly timestampS?: number
}

/** Creates a session without any request. `openSession()` starts them. */
export function createSession(
  config: PageDeployment,
  api: ApiClient,
  live: LiveLine = createLiveLine(''),
  { rpcUrls, foreign, timestampS }: ServerWord = { rpcUrls: config.rpcUrls, foreign: [] },
): Session {
  const chain = createChainReader({ ...config, rpcUrls })
  // A greeting was heard later, or at the same time.
  if (timestampS !== undefined && !live.store.getState().head) live.learnTime(timestampS)
  return {
    config,
    foreign,
    api,
    chain,
    wagmi: createWagmiConfig(chainOf(config), chain),
    clock: browserClock,
    queries: createQueryClient(),
    notices: createNoticeBoard(),
    live,
    drafts: createDrafts(),
    actions: createActions(),
    storage: browserStorage,
    speaker: createSpeaker(config.collections, config.nativeCurrency.symbol),
    setAside: createSetAside(browserStorage),
    transactions: createTransactions(browserStorage, config.chainId, browserClock.now),
    approvalTurn: createTurns(browserClock, approvalSpacingMs),
  }
}

/** No automatic retry, refetch or polling; never stale: the server announces changes (decision C5). */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        staleTime: Number.POSITIVE_INFINITY,
        // The page must work even if the browser believes it is offline: the local chain needs no network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
