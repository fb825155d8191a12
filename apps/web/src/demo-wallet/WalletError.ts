/** An error as wallets throw it: a number that says what kind, and perhaps the node's own error inside. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** Passes on what the node said. */
  static fromNode(error: unknown): WalletError {
    if (typeof error !== 'object' || error === null) return new WalletError(-32603, 'Internal error')
    const code = 'code' in error && typeof error.code === 'number' ? error.code : -32603
    const message = 'message' in error && typeof error.message === 'string' ? error.message : 'Internal error'
    return new WalletError(code, message, 'data' in error ? error.data : undefined)
  }
}
