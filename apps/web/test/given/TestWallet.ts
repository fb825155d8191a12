import { getAddress, toHex, type Address } from 'viem'

interface Request {
  readonly method: string
}

/** A browser wallet with two accounts, which the test operates as its owner would. */
export class TestWallet {
  readonly id: string
  readonly #accounts: readonly [Address, Address]
  readonly #forgetsPermission: boolean
  readonly #hesitates: boolean
  readonly #asksPermission: boolean
  #refuses: number | null
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>()
  #selected: 0 | 1 = 0
  #chainId = 43_114
  #locked = false
  #permitted = false

  /**
   * `forgetsPermission`: it knows `wallet_revokePermissions`, which few do. `hesitates`: a request to connect stays open. `refuses`: it
   * answers with this error code. `asksPermission`: it lets its owner choose accounts, as most do.
   */
  constructor(
    name: string,
    firstAccount: number,
    {
      forgetsPermission = false,
      hesitates = false,
      refuses = null,
      asksPermission = false,
    }: { forgetsPermission?: boolean; hesitates?: boolean; refuses?: number | null; asksPermission?: boolean } = {},
  ) {
    this.#refuses = refuses
    this.#hesitates = hesitates
    this.#asksPermission = asksPermission
    this.id = `${name}.test`
    this.#accounts = [accountOf(firstAccount), accountOf(firstAccount + 1)]
    this.#forgetsPermission = forgetsPermission
  }

  get account(): Address {
    return this.#accounts[this.#selected]
  }

  /** What a page may see. */
  get shown(): Address | null {
    return this.#permitted && !this.#locked ? this.account : null
  }

  /** Appears in the browser: announces itself, and again when a page asks. */
  arrive(): void {
    window.addEventListener('eip6963:requestProvider', this.#announce)
    this.#announce()
  }

  /** The listening page is gone. */
  leave(): void {
    window.removeEventListener('eip6963:requestProvider', this.#announce)
    this.#listeners.clear()
  }

  readonly #announce = (): void => {
    const info = { uuid: this.id, name: this.id, icon: 'data:image/svg+xml,', rdns: this.id }
    const detail = Object.freeze({ info: Object.freeze(info), provider: this.#provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }

  switchAccount(): void {
    this.#selected = this.#selected === 0 ? 1 : 0
    if (this.shown) this.#emit('accountsChanged', [this.shown])
  }

  refuseNone(): void {
    this.#refuses = null
  }

  lock(): void {
    this.#change(() => (this.#locked = true))
  }

  unlock(): void {
    this.#change(() => (this.#locked = false))
  }

  /** Takes the page's permission away, in the wallet's own settings. */
  revoke(): void {
    this.#change(() => (this.#permitted = false))
  }

  /** Permits the page from within the wallet. */
  permit(): void {
    this.#change(() => (this.#permitted = true))
  }

  switchChain(): void {
    this.#chainId = this.#chainId === 1 ? 43_114 : 1
    if (this.shown) this.#emit('chainChanged', toHex(this.#chainId))
  }

  #change(apply: () => void): void {
    const before = this.shown
    apply()
    if (this.shown !== before) this.#emit('accountsChanged', this.shown ? [this.shown] : [])
  }

  readonly #provider = {
    request: async ({ method }: Request): Promise<unknown> => this.#answer(method),
    on: (event: string, listener: (value: unknown) => void) => {
      this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      this.#listeners.get(event)?.delete(listener)
    },
  }

  /** How often it asked its owner for permission. */
  permissionsAsked = 0

  #answer(method: string): unknown {
    switch (method) {
      case 'wallet_requestPermissions':
        if (!this.#asksPermission) break
        this.permissionsAsked += 1
        this.#locked = false
        this.#permitted = true
        return [
          { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [this.account] }] },
        ]
      case 'eth_requestAccounts':
        if (this.#refuses !== null) throw Object.assign(new Error('refused'), { code: this.#refuses })
        if (this.#hesitates) return new Promise(() => undefined)
        // The owner unlocks it and agrees.
        this.#locked = false
        this.#permitted = true
        return [this.account]
      case 'eth_accounts':
        return this.shown ? [this.shown] : []
      case 'eth_chainId':
        return toHex(this.#chainId)
      case 'wallet_revokePermissions':
        if (!this.#forgetsPermission) break
        this.revoke()
        return null
    }
    throw Object.assign(new Error(`${method} is not supported`), { code: -32_601 })
  }

  #emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }
}

function accountOf(number: number): Address {
  return getAddress(toHex(number, { size: 20 }))
}
