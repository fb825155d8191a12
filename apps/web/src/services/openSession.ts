import { createApiClient, type PageDeployment, type WireConfig, isBuiltFor, type ApiClient } from '@parley/protocol'
import { browserClock, throttle, browserStorage } from './browser.ts'
import { builtFor } from './builtFor.ts'
import { chosenWallet, holdToChosenWallet, reconnectChosen, walletConnectId } from './chosenWallet.ts'
import { drawn } from './documentData.ts'
import { createLiveConnection, type LiveConnection } from './liveConnection.ts'
import type { Session } from './Session.ts'
import { createChainReader } from '@parley/chain'
import type { Address } from '@parley/domain'
import { QueryClient } from '@tanstack/react-query'
import { createFormatter } from '../text/format.ts'
import { createActions, createTransactions } from './transactions.ts'
import { toViemChain, createWagmiConfig } from './walletConnection.ts'
import { createDrafts } from './drafts.ts'
import { createNoticeBoard } from './notices.ts'

/**
 * Opens the session, and reconnects the chosen wallet. The deployment comes from the build. The server only adds
 * endpoints; without it the build's own are used.
 *
 * Rejects on a page that was built for no network.
 */
export async function openSession(): Promise<Session> {
  const built = builtFor()
  if (!built) throw new Error('the page was built for no network')
  const api = createApiClient('')
  const live = createLiveConnection('')
  live.dial()
  const [told] = await Promise.all([api.request('config').catch(() => null), announceDemoWallet(built)])
  const isTimeTold = live.store.getState().head !== null || told?.timestamp !== undefined
  const session = createSession(built, api, live, told ? wordOf(told, built) : undefined)
  if (!isTimeTold) void live.readTime(session.chain)
  holdToChosenWallet(session.wagmi)
  if (chosenWallet(session.wagmi) === walletConnectId) void reconnectPhone(session)
  else void reconnectChosen(session.wagmi)
  return session
}

/** Nothing is decided before the connector has loaded and has looked for its wallet (decision S10). */
async function reconnectPhone({ wagmi, config }: Session): Promise<void> {
  const become = (status: 'reconnecting' | 'disconnected'): void => wagmi.setState((state) => ({ ...state, status }))
  become('reconnecting')
  const part = await import('./walletConnect.lazy.ts').catch(() => null)
  become('disconnected')
  part?.addWalletConnect(wagmi, config)
}

/** Another chain's endpoints are of no use. */
export function wordOf({ chainId, rpcUrls, escrows, timestamp }: WireConfig, built: PageDeployment): ServerWord {
  return {
    rpcUrls: chainId === built.chainId ? rpcUrls : built.rpcUrls,
    foreign: escrows.map(({ address }) => address).filter((address) => !isBuiltFor(built, address)),
    ...(timestamp !== undefined && { timestampS: timestamp }),
  }
}

/** Vite drops the whole branch, and with it the wallet, from every build but the demonstration's. */
async function announceDemoWallet(built: PageDeployment): Promise<void> {
  if (import.meta.env.MODE !== 'demo') return
  if (built.network !== 'local') return
  const { announceDemoWallet: announce } = await import('../demo-wallet/announceDemoWallet.ts')
  // The page is there without it: the wallet may wait for a chain that is away.
  const announced = announce(built)
  announced.catch(console.error)
  await Promise.race([announced.catch(() => undefined), browserClock.sleep(demoPatienceMs)])
}

/** After this long the page starts without the demonstration wallet, which announces itself later. */
const demoPatienceMs = 1_000

/** Approval checks are spaced this far apart (specification, section 9). */
const approvalSpacingMs = 100

/** What a server says of the world, as far as a page listens. */
interface ServerWord {
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
  live: LiveConnection = createLiveConnection(''),
  { rpcUrls, foreign, timestampS = drawn.offer?.nowS ?? drawn.nowS }: ServerWord = {
    rpcUrls: config.rpcUrls,
    foreign: [],
  },
): Session {
  const chain = createChainReader({ ...config, rpcUrls })
  // Without a server's, it is the document's. A greeting was heard later, or at the same time.
  if (timestampS > 0 && !live.store.getState().head) live.learnTime(timestampS)
  return {
    config,
    foreign,
    api,
    chain,
    rpcUrls,
    wagmi: createWagmiConfig(toViemChain(config), chain),
    clock: browserClock,
    queries: createQueryClient(),
    notices: createNoticeBoard(),
    live,
    drafts: createDrafts(),
    actions: createActions(),
    storage: browserStorage,
    formatter: createFormatter(config.collections, config.nativeCurrency.symbol),
    transactions: createTransactions(browserStorage, config.chainId, browserClock.now),
    approvalTurn: throttle(browserClock, approvalSpacingMs),
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
