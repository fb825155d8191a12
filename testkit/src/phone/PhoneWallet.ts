import { formatJsonRpcError, formatJsonRpcResult } from '@walletconnect/jsonrpc-utils'
import { SignClient } from '@walletconnect/sign-client'
import type { InjectedWallet } from '../cast/InjectedWallet.ts'

type Client = Awaited<ReturnType<typeof SignClient.init>>

interface PhoneWalletOptions {
  readonly relayUrl: string
  /** Who answers: holds the account, and refuses what a test tells it to refuse. */
  readonly wallet: InjectedWallet
  /** The chains that it offers. */
  readonly chainIds?: readonly number[]
}

const methods = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4']

/** WalletConnect's code for a refusal by the user. */
const refused = { code: 5000, message: 'User rejected.' }

let opened = 0

/** A wallet app on a phone, reached through a WalletConnect relay. */
export class PhoneWallet {
  readonly wallet: InjectedWallet
  readonly #client: Client
  readonly #chains: readonly string[]

  static async open({ relayUrl, wallet, chainIds = [43114] }: PhoneWalletOptions): Promise<PhoneWallet> {
    opened += 1
    const client = await SignClient.init({
      projectId: 'test',
      relayUrl,
      logger: 'silent',
      telemetryEnabled: false,
      storageOptions: { database: ':memory:' },
      // Clients of one process share what is kept in memory.
      customStoragePrefix: `phone-${opened}`,
      metadata: { name: 'Pocket', description: 'A wallet on a phone', url: 'https://pocket.example', icons: [] },
    })
    return new PhoneWallet(client, wallet, chainIds)
  }

  private constructor(client: Client, wallet: InjectedWallet, chainIds: readonly number[]) {
    this.wallet = wallet
    this.#client = client
    this.#chains = chainIds.map((id) => `eip155:${id}`)
    client.on('session_proposal', ({ id }) => void this.#propose(id))
    client.on('session_request', ({ topic, id, params }) => void this.#answer(topic, id, params.request))
  }

  /** Follows a code that a page shows. */
  async scan(uri: string): Promise<void> {
    await this.#client.core.pairing.pair({ uri })
  }

  /** Offers these chains instead, on every connection. */
  async moveTo(...chainIds: readonly number[]): Promise<void> {
    const namespaces = this.#namespaces(chainIds.map((id) => `eip155:${id}`))
    for (const { topic } of this.#client.session.getAll()) {
      const { acknowledged } = await this.#client.update({ topic, namespaces })
      await acknowledged()
    }
  }

  /** Ends every connection, as its owner does in the app. */
  async leave(): Promise<void> {
    for (const { topic } of this.#client.session.getAll())
      await this.#client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  }

  async close(): Promise<void> {
    this.#client.core.heartbeat.stop()
    await this.#client.core.relayer.transportClose()
  }

  async #propose(id: number): Promise<void> {
    const answer = await this.wallet.answer({ method: 'eth_requestAccounts', params: [] })
    if ('error' in answer) {
      await this.#client.reject({ id, reason: refused })
      return
    }
    await this.#client.approve({ id, namespaces: this.#namespaces(this.#chains) })
  }

  #namespaces(chains: readonly string[]) {
    const accounts = chains.map((chain) => `${chain}:${this.wallet.address}`)
    return { eip155: { accounts, chains: [...chains], methods, events: ['accountsChanged'] } }
  }

  async #answer(topic: string, id: number, request: { method: string; params: readonly unknown[] }): Promise<void> {
    const answer = await this.wallet.answer(request)
    const response =
      'error' in answer
        ? formatJsonRpcError(id, answer.error.code === 4001 ? refused : answer.error.message)
        : formatJsonRpcResult(id, answer.result)
    await this.#client.respond({ topic, response })
  }
}
