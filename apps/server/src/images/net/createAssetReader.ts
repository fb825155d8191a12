import type { ImageConfig } from '../../config/serverConfig.ts'
import { PictureError } from '../PictureError.ts'
import type { FetchAsset } from './fetchAsset.ts'

/** Reads an asset from wherever its URI says it is. Throws `PictureError`. */
export type ReadAsset = (uri: string, maxBytes: number) => Promise<Uint8Array>

/** One source's time; public gateways that have not begun by then seldom do. */
const sourceTimeoutMs = 8_000
/** After this much silence the next gateway is asked as well. */
const hedgeMs = 1_500

export function createAssetReader(
  fetchAsset: FetchAsset,
  config: Pick<ImageConfig, 'ipfsGateways' | 'arweaveGateways'>,
): ReadAsset {
  return async function readAsset(uri, maxBytes) {
    const source = parseAssetUri(uri)
    if (source.kind === 'inline') return source.bytes
    const urls = source.kind === 'web' ? [source.url] : gatewayUrls(source)
    return firstAnswering(
      urls,
      (url, signal) => fetchAsset(url, { timeoutMs: sourceTimeoutMs, maxBytes }, signal),
      hedgeMs,
    )
  }

  /** The gateway that the collection itself names knows its content best. */
  function gatewayUrls({
    kind,
    path,
    alternative,
  }: {
    kind: 'ipfs' | 'arweave'
    path: string
    alternative?: URL
  }): URL[] {
    const gateways = kind === 'ipfs' ? config.ipfsGateways : config.arweaveGateways
    return [...(alternative ? [alternative] : []), ...gateways.map((gateway) => new URL(gateway + path))]
  }
}

/**
 * Tries sources in order, starting the next one when the previous failed or was silent for `hedgeMs`. The first answer
 * wins and aborts the others.
 *
 * @throws the last failure; {@link PictureError} `unreachable` without any source.
 */
export async function firstAnswering<S, T>(
  sources: readonly S[],
  ask: (source: S, signal: AbortSignal) => Promise<T>,
  hedgeMs: number,
): Promise<T> {
  const done = new AbortController()
  let failure: unknown = new PictureError('unreachable')
  const running = new Set<Promise<{ answer: T } | undefined>>()
  const start = (source: S): void => {
    const attempt = ask(source, done.signal).then(
      (answer) => ({ answer }),
      (error: unknown) => {
        if (!done.signal.aborted) failure = error
        return undefined
      },
    )
    running.add(attempt)
    void attempt.then((outcome) => outcome ?? running.delete(attempt))
  }
  const left = [...sources]
  try {
    for (;;) {
      const next = left.shift()
      if (next !== undefined) start(next)
      if (running.size === 0) throw failure
      const outcome = await settledOrSilent(running, left.length > 0 ? hedgeMs : undefined)
      if (outcome) return outcome.answer
    }
  } finally {
    done.abort()
  }
}

/** The first attempt to end, with its answer if any. Undefined also if all were silent for `hedgeMs`. */
async function settledOrSilent<T>(
  running: ReadonlySet<Promise<T | undefined>>,
  hedgeMs: number | undefined,
): Promise<T | undefined> {
  if (hedgeMs === undefined) return Promise.race(running)
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), hedgeMs)
  })
  try {
    return await Promise.race([...running, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Where an asset is, read from the text that a contract or its metadata gives. */
type AssetSource =
  | { readonly kind: 'inline'; readonly bytes: Uint8Array }
  /** `path` is a content id with its path; `alternative` is the gateway's own URL, if the text was one. */
  | { readonly kind: 'ipfs' | 'arweave'; readonly path: string; readonly alternative?: URL }
  | { readonly kind: 'web'; readonly url: URL }

const contentId =
  /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,100}|z[1-9A-HJ-NP-Za-km-z]{40,100}|[fF][0-9a-fA-F]{64,140}|k[0-9a-z]{50,80})$/
const arweaveId = /^[A-Za-z0-9_-]{43}$/
/** Longer than this only `data:` is. */
const maxUriChars = 4096

/**
 * Parses every form of URI that collections use.
 *
 * `ipfs://CID/path`, `ipfs://ipfs/CID`, a bare content id, a gateway's URL (by path or by subdomain), `ar://`,
 * `https://`, `data:` in its encodings, bare SVG; with stray spaces around or inside.
 *
 * @throws {PictureError} `badUri`; `refused` for an unsupported scheme.
 */
export function parseAssetUri(text: string): AssetSource {
  const trimmed = text.trim()
  if (/^data:/i.test(trimmed)) return { kind: 'inline', bytes: decodeDataUri(trimmed) }
  if (/^<(svg|\?xml)/i.test(trimmed)) return { kind: 'inline', bytes: new TextEncoder().encode(trimmed) }
  if (trimmed === '' || trimmed.length > maxUriChars) throw new PictureError('badUri', trimmed.slice(0, 80))
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase()
  switch (scheme) {
    case undefined:
      return bareContent(trimmed)
    case 'ipfs':
    case 'ipns':
      return ipfs(trimmed.slice(scheme.length + 1))
    case 'ar':
    case 'arweave':
      return arweave(trimmed.slice(scheme.length + 1))
    case 'http':
    case 'https':
      return webOrGateway(trimmed)
    default:
      throw new PictureError('refused', trimmed.slice(0, 80))
  }
}

function bareContent(text: string): AssetSource {
  if (/^\/?\/?(ipfs\/)?(Qm|b|z|f|k)/i.test(text)) return ipfs(text)
  throw new PictureError('badUri', text.slice(0, 80))
}

function ipfs(rest: string, alternative?: URL): AssetSource {
  const path = cleanPath(rest.replace(/^\/*(ipfs\/+)*/, ''))
  const [id = ''] = path.split(/[/?]/)
  if (!contentId.test(id)) throw new PictureError('badUri', rest.slice(0, 80))
  return { kind: 'ipfs', path, ...(alternative ? { alternative } : {}) }
}

function arweave(rest: string, alternative?: URL): AssetSource {
  const path = cleanPath(rest.replace(/^\/+/, ''))
  const [id = ''] = path.split(/[/?]/)
  if (!arweaveId.test(id)) throw new PictureError('badUri', rest.slice(0, 80))
  return { kind: 'arweave', path, ...(alternative ? { alternative } : {}) }
}

function webOrGateway(text: string): AssetSource {
  const spaceless = text.replaceAll(/\s/g, '%20')
  if (!URL.canParse(spaceless)) throw new PictureError('badUri', text.slice(0, 80))
  const url = new URL(spaceless)
  const inPath = /^\/ipfs\/(.+)$/.exec(url.pathname)?.[1]
  const [firstLabel = '', ...labels] = url.hostname.split('.')
  if (inPath !== undefined && contentId.test(inPath.split('/')[0] ?? '')) return ipfs(inPath + url.search, url)
  if (labels[0] === 'ipfs' && contentId.test(firstLabel)) return ipfs(firstLabel + url.pathname + url.search, url)
  const onArweave = url.hostname === 'arweave.net' || url.hostname.endsWith('.arweave.net')
  if (onArweave && arweaveId.test(url.pathname.split('/')[1] ?? '')) return arweave(url.pathname + url.search, url)
  return { kind: 'web', url }
}

/** Content is addressed by its id: a path that climbs would ask the gateway for something else. */
function cleanPath(path: string): string {
  const [before = '', ...query] = path.trim().split('?')
  const segments = before.split('/').map(decodeSegment)
  if (segments.some((segment) => segment === '..' || segment === '.' || /[/\\]/.test(segment))) {
    throw new PictureError('badUri', path.slice(0, 80))
  }
  const encoded = segments.map(encodeURIComponent).join('/')
  return query.length === 0 ? encoded : `${encoded}?${query.join('?').replaceAll(/\s/g, '%20')}`
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The largest content that is taken from a `data:` URI. */
const maxInlineBytes = 4 * 1024 * 1024

/**
 * The bytes of a `data:` URI: base64, percent-encoded, or plain text. Many contracts write the latter, with unescaped
 * `#`.
 *
 * @throws {PictureError} `tooLarge`, or `badUri` without a comma.
 */
function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',')
  if (comma < 0) throw new PictureError('badUri', uri.slice(0, 40))
  if (uri.length - comma > maxInlineBytes * 2) throw new PictureError('tooLarge', 'data:')
  const head = uri.slice(0, comma)
  const body = uri.slice(comma + 1)
  const bytes = /;\s*base64\s*$/i.test(head) ? base64Bytes(body) : new TextEncoder().encode(percentDecoded(body))
  if (bytes.length > maxInlineBytes) throw new PictureError('tooLarge', 'data:')
  return bytes
}

/** Node's decoder accepts both alphabets and skips stray characters. Some writers percent-encode base64. */
function base64Bytes(body: string): Uint8Array {
  return Uint8Array.from(Buffer.from(body.includes('%') ? percentDecoded(body) : body, 'base64'))
}

/** Parsing more of it again would keep other answers waiting. */
const maxParsedTwice = 512 * 1024

/**
 * Text with a percent sign that encodes nothing (`width="100%"`) was never encoded. Nor was JSON that decoding breaks: it holds a
 * picture that is encoded itself.
 */
function percentDecoded(body: string): string {
  try {
    const decoded = decodeURIComponent(body)
    const isSmall = body.length <= maxParsedTwice
    return isSmall && decoded !== body && isJson(body) && !isJson(decoded) ? body : decoded
  } catch {
    return body
  }
}

function isJson(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
