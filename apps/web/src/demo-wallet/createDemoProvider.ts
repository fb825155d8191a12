import { numberToHex } from 'viem'
import type { ClaimedNetwork, DemoWalletStore, Question } from './demoWalletState.ts'
import { type LocalNode, WalletError } from './localNode.ts'

interface DemoProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  removeListener(event: string, listener: (value: unknown) => void): void
}

const ethereumId = 1

/** An EIP-1193 wallet over the local node's open accounts. Asks before it tells or sends anything. */
export function createDemoProvider(store: DemoWalletStore, node: LocalNode, chainId: number): DemoProvider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => listeners.get(event)?.forEach((listener) => listener(value))
  store.subscribe((now, before) => {
    if (accountsOf(store, now) !== accountsOf(store, before))
      emit('accountsChanged', accountList(accountsOf(store, now)))
    if (claimedId(now.network, chainId) !== claimedId(before.network, chainId))
      emit('chainChanged', numberToHex(claimedId(now.network, chainId)))
  })
  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: () => accountList(accountsOf(store)),
    eth_requestAccounts: () => connect(store),
    wallet_requestPermissions: async () => {
      const accounts = await connect(store)
      return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] }]
    },
    wallet_getPermissions: () => (store.getState().permitted ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions: () => {
      store.setState({ permitted: false })
      return null
    },
    eth_chainId: () => numberToHex(claimedId(store.getState().network, chainId)),
    net_version: () => String(claimedId(store.getState().network, chainId)),
    wallet_switchEthereumChain: (params) => switchTo(store, params, chainId),
    wallet_addEthereumChain: (params) => switchTo(store, params, chainId),
    eth_getCode: (params) => (store.getState().network === 'local' ? node.request('eth_getCode', params) : '0x'),
    eth_sendTransaction: async (params) => {
      requireOpen(store)
      await askPerson(store, 'transaction', params)
      return node.request('eth_sendTransaction', params)
    },
    personal_sign: async (params) => {
      requireOpen(store)
      await askPerson(store, 'text', params)
      return node.request('personal_sign', params)
    },
  }
  return {
    request: async ({ method, params }) => {
      const own = methods[method]
      if (own) return own(params)
      if (/^(personal_|eth_sign|wallet_)/.test(method)) throw new WalletError(4200, `${method} is not supported`)
      return node.request(method, params)
    },
    on: (event, listener) => {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
}

async function connect(store: DemoWalletStore): Promise<readonly string[]> {
  requireUnlocked(store)
  if (!store.getState().permitted) {
    await askPerson(store, 'connect', null)
    store.setState({ permitted: true })
  }
  return accountList(accountsOf(store))
}

function requireOpen(store: DemoWalletStore): void {
  requireUnlocked(store)
  if (!store.getState().permitted)
    throw new WalletError(4100, 'The requested account has not been authorized by the user.')
}

function requireUnlocked(store: DemoWalletStore): void {
  if (store.getState().locked) throw new WalletError(4100, 'The wallet is locked. Unlock your wallet to go on.')
}

/** Knows the local chain and Ethereum, and no other. */
async function switchTo(store: DemoWalletStore, params: unknown, chainId: number): Promise<null> {
  const wanted = wantedChain(params)
  const network: ClaimedNetwork | null = wanted === chainId ? 'local' : wanted === ethereumId ? 'ethereum' : null
  if (!network) throw new WalletError(4902, 'Unrecognized chain ID. Try adding the chain first.')
  if (store.getState().network === network) return null
  await askPerson(store, 'switch', network)
  store.setState({ network })
  return null
}

function wantedChain(params: unknown): number {
  const [first]: unknown[] = Array.isArray(params) ? params : []
  return typeof first === 'object' && first !== null && 'chainId' in first ? Number(first.chainId) : Number.NaN
}

function claimedId(network: ClaimedNetwork, chainId: number): number {
  return network === 'ethereum' ? ethereumId : chainId
}

/** The address that the page may see, or nothing. */
function accountsOf(store: DemoWalletStore, { permitted, locked, person } = store.getState()): string | null {
  return permitted && !locked && person ? person.address : null
}

function accountList(address: string | null): readonly string[] {
  return address === null ? [] : [address]
}

const slowMs = 5_000

/**
 * Puts a request to the person, in the manner that was chosen. Resolves when they agree.
 *
 * @throws WalletError 4001 when they do not, -32002 while another request is open, -32603 where failing was chosen.
 */
async function askPerson(store: DemoWalletStore, kind: Question['kind'], parameters: unknown): Promise<void> {
  const { manner, question } = store.getState()
  if (question) throw new WalletError(-32002, 'A request is already pending. Please answer it in the wallet.')
  if (manner === 'reject') throw new WalletError(4001, 'User rejected the request.')
  if (manner === 'fail') throw new WalletError(-32603, 'Internal JSON-RPC error.')
  if (manner === 'stuck') await new Promise(() => undefined)
  if (manner === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
  const agreed = await new Promise<boolean>((resolve) => {
    store.setState({ question: { kind, parameters, answer: resolve } })
  })
  store.setState({ question: null })
  if (!agreed) throw new WalletError(4001, 'User rejected the request.')
}
