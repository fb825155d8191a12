import { createApiClient, type PageDeployment, type WireConfig } from '@parley/protocol'
import { browserClock } from '../actions/FlowTools.ts'
import { builtFor, isBuiltFor } from './builtFor.ts'
import { chosenWallet, holdToChosenWallet, reconnectChosen, walletConnectId } from './chosenWallet.ts'
import { readChainTime } from './chainTime.ts'
import { createSession, type ServerWord } from './createSession.ts'
import { createLiveLine } from './liveLine.ts'
import type { Session } from './Session.ts'

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
  const live = createLiveLine('')
  live.dial()
  const [told] = await Promise.all([api.request('config').catch(() => null), announceDemoWallet(built)])
  const session = createSession(built, api, live, told ? wordOf(told, built) : undefined)
  if (!live.store.getState().head) void readChainTime(session).catch(() => undefined)
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
