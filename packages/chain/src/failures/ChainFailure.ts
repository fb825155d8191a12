import { decodeErrorResult, type Hex } from 'viem'
import { swapEscrowErrors } from '../gen/swapEscrowErrors.ts'

/** A decoded revert. `name` is null if the data matches no known error. */
export interface Revert {
  readonly name: string | null
  readonly args: readonly unknown[]
}

/**
 * A classified failure of wallet, endpoint or contract.
 *
 * - `rejected`: the user rejected the request in the wallet.
 * - `reverted`: the contract reverted, in a simulation or while the wallet prepared the transaction.
 * - `gas`: gas limit or price too low. `funds`: the wallet can't cover value plus gas.
 * - `nonceTooLow`, `alreadyKnown`, `underpriced`: the transaction was probably sent before (decision C4).
 * - `nonce`: any other nonce problem.
 * - `rateLimited`: too many requests to an endpoint or the wallet.
 * - `timedOut`: no answer in time.
 * - `chainMissing`: the wallet doesn't know the chain. `wrongChain`: it is on another one.
 * - `requestPending`: the wallet already shows a request. `locked`: it must be unlocked first.
 * - `unreachable`: wallet or endpoint not connected.
 * - `unknown`: anything else; `code` is the wallet's error code, if any.
 */
export type ChainFailure =
  | { readonly kind: 'rejected' }
  | { readonly kind: 'reverted'; readonly revert: Revert }
  | { readonly kind: 'gas' }
  | { readonly kind: 'funds' }
  | { readonly kind: 'nonce' }
  | { readonly kind: 'nonceTooLow' }
  | { readonly kind: 'alreadyKnown' }
  | { readonly kind: 'underpriced' }
  | { readonly kind: 'rateLimited' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'chainMissing' }
  | { readonly kind: 'wrongChain' }
  | { readonly kind: 'requestPending' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown'; readonly code: number | null; readonly message: string }

/** Whether the transaction was probably submitted despite the error (decision C4). */
export function isProbablySubmitted(failure: ChainFailure): boolean {
  return failure.kind === 'alreadyKnown' || failure.kind === 'underpriced' || failure.kind === 'nonceTooLow'
}

/** Standard ERC-721 errors (ERC-6093), which the escrow passes through. */
export const tokenErrorsAbi = [
  { type: 'error', name: 'ERC721InvalidOwner', inputs: [{ name: 'owner', type: 'address' }] },
  { type: 'error', name: 'ERC721NonexistentToken', inputs: [{ name: 'tokenId', type: 'uint256' }] },
  {
    type: 'error',
    name: 'ERC721IncorrectOwner',
    inputs: [
      { name: 'sender', type: 'address' },
      { name: 'tokenId', type: 'uint256' },
      { name: 'owner', type: 'address' },
    ],
  },
  { type: 'error', name: 'ERC721InvalidSender', inputs: [{ name: 'sender', type: 'address' }] },
  { type: 'error', name: 'ERC721InvalidReceiver', inputs: [{ name: 'receiver', type: 'address' }] },
  {
    type: 'error',
    name: 'ERC721InsufficientApproval',
    inputs: [
      { name: 'operator', type: 'address' },
      { name: 'tokenId', type: 'uint256' },
    ],
  },
  { type: 'error', name: 'ERC721InvalidApprover', inputs: [{ name: 'approver', type: 'address' }] },
  { type: 'error', name: 'ERC721InvalidOperator', inputs: [{ name: 'operator', type: 'address' }] },
] as const

const knownErrors = [...swapEscrowErrors, ...tokenErrorsAbi]

/** Decodes revert data. Unknown or malformed data gives a revert without a name. */
function decodeRevert(data: Hex): Revert {
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data })
    return { name: errorName, args: args ?? [] }
  } catch {
    // Contracts may return any bytes: unknown selectors and undecodable arguments are expected.
    return { name: null, args: [data] }
  }
}

/** One level of a nested error. */
interface ErrorLayer {
  readonly name: string | null
  readonly code: number | null
  readonly message: string
  /** Revert data, if any. */
  readonly data: `0x${string}` | null
  readonly status: number | null
}

const wrappers = ['cause', 'data', 'originalError', 'error', 'info'] as const
const maxLayers = 24

/**
 * All levels of an error, outermost first.
 *
 * Wallets nest the real one: MetaMask Mobile under `data.originalError`, libraries under `cause`, some nodes as JSON text.
 */
function errorLayers(error: unknown): readonly ErrorLayer[] {
  const queue: unknown[] = [error]
  const seen = new Set<unknown>()
  const layers: ErrorLayer[] = []
  while (queue.length > 0 && layers.length < maxLayers) {
    const value = queue.shift()
    if (seen.has(value)) continue
    seen.add(value)
    if (typeof value === 'string')
      layers.push({ name: null, code: null, message: value, data: hexIn(value), status: null })
    if (typeof value !== 'object' || value === null) continue
    layers.push(layerOf(value))
    for (const key of wrappers) if (key in value) queue.push(Reflect.get(value, key))
  }
  return layers
}

function layerOf(value: object): ErrorLayer {
  const texts = ['message', 'details', 'shortMessage'].map((key) => textAt(value, key))
  const data = Reflect.get(value, 'data')
  return {
    name: textAt(value, 'name') || null,
    code: numberAt(value, 'code'),
    message: texts.filter((text) => text !== '').join('\n'),
    data: typeof data === 'string' ? hexIn(data) : null,
    status: numberAt(value, 'status'),
  }
}

/** Some nodes return "Reverted 0x…" instead of bare data. */
function hexIn(text: string): `0x${string}` | null {
  const [, digits] = /^(?:reverted\s+)?0x((?:[0-9a-f]{2}){4,})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : `0x${digits}`
}

function textAt(value: object, key: string): string {
  const found = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}

function numberAt(value: object, key: string): number | null {
  const found = Reflect.get(value, key)
  if (typeof found === 'string' && /^-?\d+$/.test(found)) return Number(found)
  return typeof found === 'number' ? found : null
}

interface Sign {
  readonly kind: Exclude<ChainFailure['kind'], 'reverted' | 'unknown'>
  readonly codes?: readonly number[]
  readonly words?: RegExp
  readonly names?: readonly string[]
}

/** Checked before reverts, because a wallet may quote revert text around them. In order. */
const beforeReverts: readonly Sign[] = [
  { kind: 'rejected', codes: [4001, 5000, 5750], words: /user (rejected|denied|cancell?ed)|rejected by (the )?user/i },
  { kind: 'chainMissing', codes: [4902], words: /unrecognized chain id/i },
  { kind: 'requestPending', codes: [-32002], words: /request .*already pending|already processing/i },
  { kind: 'locked', codes: [4100], words: /wallet (is )?locked|unlock (your|the) wallet/i },
  { kind: 'unreachable', codes: [4900, 4901] },
  { kind: 'wrongChain', names: ['ChainMismatchError'] },
  { kind: 'alreadyKnown', words: /already known|known transaction|already imported/i },
  { kind: 'underpriced', words: /replacement (fee too low|transaction underpriced)/i },
  { kind: 'nonceTooLow', words: /nonce too low|nonce has already been used/i },
  { kind: 'nonce', words: /nonce too high|invalid nonce|incorrect nonce|nonce mismatch/i },
  { kind: 'funds', words: /insufficient funds|insufficient balance|exceeds (the )?balance of the account/i },
  { kind: 'rateLimited', codes: [-32005, 429] },
]

const afterReverts: readonly Sign[] = [
  // Some endpoints report a limit in words alone. A contract may revert with the same words, so its code comes first.
  { kind: 'rateLimited', words: /too many requests|rate limit|request limit exceeded/i },
  {
    kind: 'gas',
    words:
      /out of gas|intrinsic gas|gas required exceeds|gas limit|gas too low|transaction underpriced|max(imum)? ?fee ?per ?gas|less than block base fee|base fee exceeds/i,
  },
  { kind: 'timedOut', codes: [504], words: /\b504\b|timed? ?out|took too long/i, names: ['TimeoutError'] },
  {
    kind: 'unreachable',
    words: /failed to fetch|fetch failed|network ?error|econnrefused|http request failed/i,
    names: ['RpcUnavailableError'],
  },
]

/** Classifies any error of a wallet, endpoint or library. Looks inside wrappers such as -32603. */
export function classify(error: unknown): ChainFailure {
  const layers = errorLayers(error)
  return signIn(layers, beforeReverts) ?? revertIn(layers) ?? signIn(layers, afterReverts) ?? unknownOf(layers)
}

function signIn(layers: readonly ErrorLayer[], signs: readonly Sign[]): ChainFailure | null {
  const found = signs.find((sign) => layers.some((layer) => shows(layer, sign)))
  return found ? { kind: found.kind } : null
}

function shows(layer: ErrorLayer, { codes = [], words, names = [] }: Sign): boolean {
  if (layer.code !== null && codes.includes(layer.code)) return true
  if (layer.status !== null && codes.includes(layer.status)) return true
  if (layer.name !== null && names.includes(layer.name)) return true
  return words?.test(layer.message) ?? false
}

function revertIn(layers: readonly ErrorLayer[]): ChainFailure | null {
  for (const { data } of layers) if (data) return { kind: 'reverted', revert: decodeRevert(data) }
  const says = layers.some(
    (layer) => layer.code === 3 || /execution reverted|reverted with|vm exception.*revert/i.test(layer.message),
  )
  return says ? { kind: 'reverted', revert: { name: null, args: [] } } : null
}

/** The innermost message is the specific one: libraries wrap it in addresses and versions. */
function unknownOf(layers: readonly ErrorLayer[]): ChainFailure {
  const code = layers.findLast((layer) => layer.code !== null)?.code ?? null
  const message = layers.findLast((layer) => layer.message !== '')?.message.split('\n')[0] ?? ''
  return { kind: 'unknown', code, message }
}

/** Carries a classified failure. `cause` is the original error. */
export class ChainFailureError extends Error {
  override readonly name = 'ChainFailureError'
  readonly failure: ChainFailure

  constructor(failure: ChainFailure, cause?: unknown) {
    super(failure.kind, { cause })
    this.failure = failure
  }

  /** Classifies anything thrown; passes a ChainFailureError through. */
  static from(error: unknown): ChainFailureError {
    return error instanceof ChainFailureError ? error : new ChainFailureError(classify(error), error)
  }
}
