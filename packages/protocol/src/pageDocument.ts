import type { Nft, Offer, Settlement, Trade } from '@parley/domain'
import type { WireTrade } from './answers.ts'
import type { Sides, WireLists, WireOffer } from './wireOffer.ts'

/** Files that a route of the page needs besides those that its document names. */
export interface PageParts {
  /** `:offerId` stands for any one step of a path. */
  readonly paths: readonly string[]
  /** Paths of scripts. */
  readonly scripts: readonly string[]
  /** Paths of the scripts that draw its document's data. With data, `scripts` load after the first paint. */
  readonly dataScripts: readonly string[]
  /** Paths of answers of the API. */
  readonly answers: readonly string[]
}

/** Lies beside the built page: a list of {@link PageParts}. */
export const pagePartsFile = 'parts.json'

/** Lies there too: the module with which the server draws a document's data into it. */
export const drawingFile = 'drawing.mjs'

export const imageSizes = ['256', '512', '1024', 'original'] as const
type ImageSize = (typeof imageSizes)[number]

/**
 * Where the server serves an NFT's picture.
 *
 * @param version of the picture, if known. A revealed NFT has another version, and so another address.
 */
export function imageUrl(nft: Nft, size: ImageSize = '256', version?: string): string {
  return `/api/nft/${nft.contract}/${nft.tokenId}/image?size=${size}${version ? `&v=${version}` : ''}`
}

/** The version in an address of {@link imageUrl}. */
export function versionIn(image = ''): string | undefined {
  return /&v=(\w+)/.exec(image)?.[1]
}

/** Reads both sides from the API's words. */
function sidesFromWire(wire: WireLists): Sides {
  return {
    offered: zipNfts(wire.nftContractsOffered, wire.tokenIdsOffered),
    requested: zipNfts(wire.nftContractsRequested, wire.tokenIdsRequested),
    coins: { offeredWei: BigInt(wire.coinsOffered), requestedWei: BigInt(wire.coinsRequested) },
  }
}

function zipNfts(contracts: readonly Nft['contract'][], tokenIds: readonly string[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: BigInt(tokenIds[index] ?? 0) }))
}

/** Reads an offer from the API's words. */
export function offerFromWire(wire: WireOffer): Offer {
  return {
    id: wire.offerId,
    escrow: wire.escrow,
    creator: wire.creator,
    recipient: wire.recipient,
    ...sidesFromWire(wire),
    createdTxHash: wire.createdTxHash,
    createdAtS: unixSeconds(wire.createdAt),
    expiresAtS: Number(wire.expiresAt),
    settlement: settlementFromWire(wire),
    unreturned: wire.unreturned.map((nft) => ({ contract: nft.contract, tokenId: BigInt(nft.tokenId) })),
  }
}

function settlementFromWire(wire: WireOffer): Settlement | null {
  if (wire.status === 'active') return null
  const atS = wire.completedAt === null ? null : unixSeconds(wire.completedAt)
  return { kind: wire.status, by: wire.completedBy, txHash: wire.completedTxHash, atS }
}

export function unixSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000)
}

/** Reads a trade from the API's words. */
export function tradeFromWire(wire: WireTrade): Trade {
  return {
    offerId: wire.offerId,
    escrow: wire.escrow,
    creator: wire.creator,
    recipient: wire.recipient,
    acceptor: wire.acceptor,
    ...sidesFromWire(wire),
    status: wire.status,
    atS: unixSeconds(wire.timestamp),
    txHash: wire.txHash,
    createdAtS: unixSeconds(wire.createdAt),
    expiresAtS: Number(wire.expiresAt),
  }
}
