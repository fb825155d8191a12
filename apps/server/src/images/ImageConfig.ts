/** Settings of metadata and pictures. */
export interface ImageConfig {
  /** Where pictures are kept between starts. */
  readonly cacheFolder: string
  /** Maximum size of the folder; the least recently used files go first. */
  readonly cacheMaxBytes: number
  /** Asked in this order, each ending before the content id: `https://ipfs.io/ipfs/`. */
  readonly ipfsGateways: readonly string[]
  /** The same for Arweave: `https://arweave.net/`. */
  readonly arweaveGateways: readonly string[]
  /**
   * Origins like `http://127.0.0.1:8081` that may be fetched from although they are not public. For the local world and
   * for a media server of one's own; empty by default.
   */
  readonly trustedOrigins: readonly string[]
}

export const defaultIpfsGateways = [
  'https://ipfs.io/ipfs/',
  'https://dweb.link/ipfs/',
  'https://w3s.link/ipfs/',
  'https://gateway.pinata.cloud/ipfs/',
]
export const defaultArweaveGateways = ['https://arweave.net/', 'https://permagate.io/']
export const defaultCacheMaxBytes = 2 * 1024 ** 3
