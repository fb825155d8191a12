import { createChainReader } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { ApiClient, PageDeployment } from '@parley/protocol'
import { browserClock } from '../flows/FlowTools.ts'
import { createSpeaker } from '../messages/Speaker.ts'
import { createActions } from './actions.ts'
import { browserStorage } from './browserStorage.ts'
import { chainOf } from './chainOf.ts'
import { createDrafts } from './drafts.ts'
import { createLiveLine, type LiveLine } from './liveLine.ts'
import { createNoticeBoard } from './notices.ts'
import { createQueryClient } from './createQueryClient.ts'
import type { Session } from './Session.ts'
import { createSetAside } from './setAside.ts'
import { createTransactions } from './transactions.ts'
import { createTurns } from './takeTurns.ts'
import { createWagmiConfig } from './wagmiConfig.ts'

/** Approval checks are spaced this far apart (specification, section 9). */
const approvalSpacingMs = 100

/** What a server says of the world, as far as a page listens. */
export interface ServerWord {
  /** Where the chain is asked. The wallet's own connection has the last word before anything is signed. */
  readonly rpcUrls: readonly string[]
  /** Escrows that the server follows and that the page was not built for: nothing is signed for them. */
  readonly foreign: readonly Address[]
}

/** Creates a session without any request. `openSession()` starts them. */
export function createSession(
  config: PageDeployment,
  api: ApiClient,
  live: LiveLine = createLiveLine(''),
  { rpcUrls, foreign }: ServerWord = { rpcUrls: config.rpcUrls, foreign: [] },
): Session {
  const chain = createChainReader({ ...config, rpcUrls })
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
