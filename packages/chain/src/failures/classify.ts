import type { ChainFailure } from './ChainFailure.ts'
import { decodeRevert } from './decodeRevert.ts'
import { errorLayers, type ErrorLayer } from './errorLayers.ts'

interface Sign {
  readonly kind: Exclude<ChainFailure['kind'], 'reverted' | 'unknown'>
  readonly codes?: readonly number[]
  readonly words?: RegExp
  readonly names?: readonly string[]
}

/** Signs that are surer than a revert, since a wallet may quote a revert's text around them. In order. */
const beforeReverts: readonly Sign[] = [
  { kind: 'rejected', codes: [4001, 5000], words: /user (rejected|denied|cancell?ed)|rejected by (the )?user/i },
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
  { kind: 'rateLimited', codes: [-32005, 429], words: /too many requests|rate limit|request limit exceeded/i },
]

const afterReverts: readonly Sign[] = [
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

/** Sorts any error of a wallet, an endpoint or a library. Looks inside wrapped ones, -32603 above all, which says nothing itself. */
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

/** The innermost words are the ones that say something: libraries put addresses and versions around them. */
function unknownOf(layers: readonly ErrorLayer[]): ChainFailure {
  const code = layers.findLast((layer) => layer.code !== null)?.code ?? null
  const message = layers.findLast((layer) => layer.message !== '')?.message.split('\n')[0] ?? ''
  return { kind: 'unknown', code, message }
}
