import type { ImageConfig } from '../../config/serverConfig.ts'
import { PictureError } from '../PictureError.ts'
import type { FetchAsset } from './fetchAsset.ts'
import { parseAssetUri } from './parseAssetUri.ts'

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
