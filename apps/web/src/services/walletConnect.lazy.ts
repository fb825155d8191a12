import { createChainReader, type WalletProvider } from '@parley/chain'
import { parseAddress, type Address } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'
import { SignClient } from '@walletconnect/sign-client'
import { createConnector, type Config } from 'wagmi'
import { createStore } from 'zustand/vanilla'
import { browserStorage } from './browser.ts'
import { walletConnectId } from './chosenWallet.ts'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Session = ReturnType<Client['session']['getAll']>[number]

/** The code that a wallet scans or opens to pair with this page; null while none is offered. */
export const pairing = createStore<{ readonly uri: string | null }>(() => ({ uri: null }))

/** What a wallet on a phone is asked itself. Everything else is read from the endpoints that the page was built for. */
const signing = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]

/** Ends the wait for a wallet that hasn't followed the code. */
let giveUp: () => void = () => undefined

export function cancelPairing(): void {
  giveUp()
}

/** Where the library looks for the app that opens with each request. */
const appKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Lets each request open an app on this phone. @param href its scheme, like `core://`. */
export function openWithRequests(app: { readonly href: string; readonly name: string }): void {
  browserStorage.write(appKey, JSON.stringify(app))
}

let theClient: Promise<Client> | undefined

/** Adds wallets on phones to wagmi's connectors, once. One that was chosen before reconnects. */
export function addWalletConnect(wagmi: Config, built: PageDeployment): void {
  const { walletConnect } = built
  const {
    connectors,
    _internal: { connectors: list },
  } = wagmi
  if (!walletConnect || connectors.some(({ id }) => id === walletConnectId)) return
  list.setState((before) => [...before, list.setup(phoneConnector(built, walletConnect))])
}

function phoneConnector(built: PageDeployment, project: NonNullable<PageDeployment['walletConnect']>) {
  const chain = `eip155:${built.chainId}`
  const reader: WalletProvider = createChainReader(built)

  return createConnector<WalletProvider>(({ emitter }) => {
    /** Made when first needed, since it dials the relay. */
    const getClient = (): Promise<Client> =>
      (theClient ??= open().catch((error: unknown) => {
        theClient = undefined
        throw error
      }))
    const open = async (): Promise<Client> => {
      const client = await initClient(project)
      const tell = (): void => {
        const session = current(client)
        if (session) emitter.emit('change', { accounts: accountsIn(session.namespaces, chain) })
        else emitter.emit('disconnect')
      }
      client.on('session_update', tell)
      client.on('session_delete', tell)
      client.on('session_expire', tell)
      return client
    }
    /** The newest session in which the wallet has accounts on this chain. */
    const current = (client: Client): Session | undefined =>
      client.session.getAll().findLast(({ namespaces }) => accountsIn(namespaces, chain).length > 0)

    const provider: WalletProvider = {
      async request({ method, params }) {
        const client = await getClient()
        const session = current(client)
        if (!session) throw new WalletConnectError(4900, 'the wallet on the phone is not connected')
        if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accountsIn(session.namespaces, chain)
        if (method === 'eth_chainId') return `0x${built.chainId.toString(16)}`
        // Every request names the chain, so the wallet has none to switch.
        if (method.startsWith('wallet_')) return null
        if (!signing.includes(method)) return await reader.request({ method, params })
        const request = { topic: session.topic, chainId: chain, request: { method, params } }
        return await client.request(request).catch(throwAsWallet)
      },
    }

    return {
      id: walletConnectId,
      name: 'WalletConnect',
      type: walletConnectId,
      async connect({ isReconnecting } = {}) {
        const client = await getClient().catch(throwAsUnreachable)
        const session = current(client) ?? (isReconnecting ? undefined : await pair(client, chain))
        if (!session) throw new WalletConnectError(4900, 'no wallet on a phone is connected')
        // Untyped: wagmi's type includes accounts with capabilities, which this never returns.
        return Object({ accounts: accountsIn(session.namespaces, chain), chainId: built.chainId })
      },
      async disconnect() {
        browserStorage.remove(appKey)
        const client = await getClient()
        for (const { topic } of client.session.getAll())
          await client
            .disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
            .catch(() => undefined)
      },
      getAccounts: async () => accountsIn(current(await getClient())?.namespaces ?? {}, chain),
      getChainId: async () => built.chainId,
      getProvider: async () => provider,
      isAuthorized: async () => current(await getClient()) !== undefined,
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => emitter.emit('disconnect'),
    }
  })
}

async function initClient({ projectId, relayUrl }: NonNullable<PageDeployment['walletConnect']>): Promise<Client> {
  const client = await SignClient.init({
    projectId,
    relayUrl,
    logger: 'fatal',
    telemetryEnabled: false,
    metadata: {
      name: document.title,
      description: '',
      url: location.origin,
      icons: [`${location.origin}/icons/icon-512.png`],
    },
  })
  // Only Reown has a frame that attests the page's origin. Elsewhere each request would wait five seconds for it.
  if (new URL(relayUrl).hostname !== 'relay.walletconnect.org') client.core.verify.register = async () => undefined
  return client
}

/** Offers a code and waits for a wallet to follow it. */
async function pair(client: Client, chain: string): Promise<Session> {
  const namespace = { chains: [chain], methods: signing, events: ['accountsChanged', 'chainChanged'] }
  const proposal = client.connect({ optionalNamespaces: { eip155: namespace } })
  const { uri, approval } = await Promise.race([proposal, relayTimeout()]).catch(throwAsUnreachable)
  const cancelled = new Promise<never>((_, reject) => {
    giveUp = () => reject(new WalletConnectError(4001, 'the code was closed'))
  })
  try {
    browserStorage.remove(appKey)
    pairing.setState({ uri: uri ?? null })
    const session = await Promise.race([approval().catch(throwAsWallet), cancelled])
    if (accountsIn(session.namespaces, chain).length > 0) return session
    await client.disconnect({ topic: session.topic, reason: { code: 5100, message: 'Unsupported chains.' } })
    throw new WalletConnectError(4902, 'the wallet on the phone does not offer this chain')
  } finally {
    giveUp = () => undefined
    pairing.setState({ uri: null })
  }
}

/** The client itself would try for more than a minute. */
const relayTimeoutMs = 30_000

function relayTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`the relay did not answer within ${relayTimeoutMs} ms`)), relayTimeoutMs)
  })
}

/** The accounts with which a wallet speaks for a chain. */
function accountsIn(namespaces: Session['namespaces'], chain: string): readonly Address[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return accounts
    .filter((account) => account.startsWith(`${chain}:`))
    .map((account) => parseAddress(account.slice(chain.length + 1).toLowerCase()))
    .flatMap((read) => ('address' in read ? [read.address] : []))
}

/** An error with the code that wallets in the browser give (EIP-1193). */
class WalletConnectError extends Error {
  override readonly name = 'WalletConnectError'
  readonly code: number
  constructor(code: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** WalletConnect's codes from 5000 to 5003 say that the user refused. */
function throwAsWallet(error: unknown): never {
  const { code, message }: { code: unknown; message: unknown } = Object(error)
  const known = typeof code === 'number' ? code : -32_603
  throw new WalletConnectError(known >= 5000 && known <= 5003 ? 4001 : known, String(message), error)
}

function throwAsUnreachable(error: unknown): never {
  throw new WalletConnectError(4900, 'the relay cannot be reached', error)
}
