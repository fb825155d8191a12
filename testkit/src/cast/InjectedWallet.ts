import type { Address } from '@parley/domain'
import { signers } from './signers.ts'

/** An error that a wallet answers with (EIP-1193). */
export interface WalletRefusal {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface WalletRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A transaction as the page requests it. */
export interface SentTransaction {
  readonly chainId?: string
  readonly to?: string
  readonly data?: string
  readonly value?: string
  readonly gas?: string
  readonly maxFeePerGas?: string
}

export type Answer = { result: unknown } | { error: WalletRefusal }

const rejectedByUser: WalletRefusal = { code: 4001, message: 'User rejected the request.' }
const needsApproval = new Set([
  'eth_requestAccounts',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
])

/**
 * A browser wallet for tests, with one unlocked account of a local node. It approves everything until a test says
 * otherwise. The page talks to it through {@link injectedWalletScript}.
 */
export class InjectedWallet {
  readonly requests: WalletRequest[] = []
  private readonly refusals: { method: string; refusal: WalletRefusal }[] = []
  private readonly gates = new Map<string, Promise<void>>()
  private account: Address
  private rpcUrl: string
  private chainId: number
  private connected = false

  constructor({ account, rpcUrl, chainId = 43114 }: { account: Address; rpcUrl: string; chainId?: number }) {
    this.account = account
    this.rpcUrl = rpcUrl
    this.chainId = chainId
  }

  get address(): Address {
    return this.account
  }

  /** Refuses the next request of this method; later ones succeed. */
  refuseNext(method: string, refusal: WalletRefusal = rejectedByUser): void {
    this.refusals.push({ method, refusal })
  }

  /** Connects the wallet to another node. The page gets an event only if the chain id changes. */
  useNode(rpcUrl: string): void {
    this.rpcUrl = rpcUrl
  }

  /** Switches the wallet's account. Wallets that send no event leave the page to find out. */
  useAccount(account: Address): void {
    this.account = account
  }

  /** Sets the chain that the wallet reports; `wallet_switchEthereumChain` changes it too. */
  useChain(chainId: number): void {
    this.chainId = chainId
  }

  /** Requests of this method wait until the returned function is called. */
  hold(method: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.gates.set(method, promise)
    return () => {
      this.gates.delete(method)
      resolve()
    }
  }

  /** The transactions that the page requested, with undecoded fields. */
  sentTransactions(): SentTransaction[] {
    return this.requests
      .filter((request) => request.method === 'eth_sendTransaction')
      .map((request) => Object(request.params[0]))
  }

  /** Locks the wallet without an event: it reveals no account until reconnected. */
  lock(): void {
    this.connected = false
  }

  async answer(request: WalletRequest): Promise<Answer> {
    this.requests.push(request)
    await this.gates.get(request.method)
    const refused = this.refusals.findIndex((entry) => entry.method === request.method)
    if (refused >= 0) {
      const [entry] = this.refusals.splice(refused, 1)
      if (entry) return { error: entry.refusal }
    }
    return this.grant(request)
  }

  protected async grant({ method, params }: WalletRequest): Promise<Answer> {
    switch (method) {
      case 'eth_requestAccounts':
        this.connected = true
        return { result: [this.account] }
      case 'eth_accounts':
        return { result: this.connected ? [this.account] : [] }
      case 'eth_chainId':
        return { result: `0x${this.chainId.toString(16)}` }
      case 'net_version':
        return { result: String(this.chainId) }
      case 'wallet_switchEthereumChain':
        this.chainId = Number(Object(params[0]).chainId)
        return { result: null }
      case 'wallet_addEthereumChain':
        return { result: null }
      case 'wallet_requestPermissions':
        this.connected = true
        return { result: [{ parentCapability: 'eth_accounts' }] }
      case 'wallet_revokePermissions':
        this.connected = false
        return { result: null }
      case 'personal_sign': {
        const sign = signers.get(this.account)
        return sign ? { result: await sign(`0x${String(params[0]).slice(2)}`) } : this.forward(method, params)
      }
      default:
        return needsApproval.has(method) || method.startsWith('eth_')
          ? this.forward(method, params)
          : { error: { code: -32601, message: `${method} is not supported` } }
    }
  }

  protected async forward(method: string, params: readonly unknown[]): Promise<Answer> {
    const response = await fetch(this.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    })
    const body: { result?: unknown; error?: WalletRefusal } = Object(await response.json())
    return body.error ? { error: body.error } : { result: body.result }
  }
}
