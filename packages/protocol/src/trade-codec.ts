import type { Nft, Trade } from '@parley/domain'
import type { WireTrade } from './stats.ts'

/** Writes a trade in the API's words. Inverse of {@link tradeFromWire}. */
export function tradeToWire(trade: Trade): WireTrade {
  const firstOffered = first(trade.offered)
  const firstRequested = first(trade.requested)
  return {
    offerId: trade.offerId,
    escrow: trade.escrow,
    creator: trade.creator,
    recipient: trade.recipient,
    acceptor: trade.acceptor,
    nftContractOffered: firstOffered.contract,
    tokenIdOffered: String(firstOffered.tokenId),
    nftContractRequested: firstRequested.contract,
    tokenIdRequested: String(firstRequested.tokenId),
    nftContractsOffered: trade.offered.map((nft) => nft.contract),
    tokenIdsOffered: trade.offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: trade.requested.map((nft) => nft.contract),
    tokenIdsRequested: trade.requested.map((nft) => String(nft.tokenId)),
    status: trade.status,
    timestamp: isoTime(trade.atS),
    txHash: trade.txHash,
    createdAt: isoTime(trade.createdAtS),
    expiresAt: String(trade.expiresAtS),
  }
}

/** Reads a trade from the API's words. */
export function tradeFromWire(wire: WireTrade): Trade {
  return {
    offerId: wire.offerId,
    escrow: wire.escrow,
    creator: wire.creator,
    recipient: wire.recipient,
    acceptor: wire.acceptor,
    offered: zipNfts(wire.nftContractsOffered, wire.tokenIdsOffered),
    requested: zipNfts(wire.nftContractsRequested, wire.tokenIdsRequested),
    status: wire.status,
    atS: unixSeconds(wire.timestamp),
    txHash: wire.txHash,
    createdAtS: unixSeconds(wire.createdAt),
    expiresAtS: Number(wire.expiresAt),
  }
}

function zipNfts(contracts: readonly Nft['contract'][], tokenIds: readonly string[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: BigInt(tokenIds[index] ?? 0) }))
}

function first(side: readonly Nft[]): Nft {
  const [nft] = side
  if (!nft) throw new RangeError('a trade has at least one NFT on each side')
  return nft
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function unixSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000)
}
