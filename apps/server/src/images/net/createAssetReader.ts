import type { ImageConfig } from '../ImageConfig.ts'
import { parseAssetUri } from '../uri/parseAssetUri.ts'
import type { FetchAsset } from './fetchAsset.ts'
import { firstAnswering } from './firstAnswering.ts'

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
