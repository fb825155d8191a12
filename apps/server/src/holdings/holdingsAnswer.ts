import { createHash } from 'node:crypto'
import { collectionName, nftKey, type Address, type Collection } from '@parley/domain'
import { imageUrl, type WireHoldings } from '@parley/protocol'
import type { HeldNft, WalletHoldings } from './HeldNft.ts'
import type { HoldingsPage } from './pageOfHoldings.ts'

/** Keyed by `nftKey`. A token without a name uses its collection's. */
export type Names = ReadonlyMap<string, string>

/** A page of a wallet in the API's format, with its ETag. */
export function holdingsAnswer(
  collections: readonly Collection[],
  { owner, holdings, page, names }: { owner: Address; holdings: WalletHoldings; page: HoldingsPage; names: Names },
): WireHoldings & { readonly etag: string } {
  const { block, unreadable } = holdings
  return {
    success: true,
    address: owner,
    block,
    nfts: page.nfts.map((nft) => wireNft(collections, nft, names)),
    unreadable: [...unreadable],
    nextCursor: page.nextCursor,
    etag: etagOf(page, unreadable, names),
  }
}

function wireNft(collections: readonly Collection[], nft: HeldNft, names: Names): WireHoldings['nfts'][number] {
  const name = collectionName(collections, nft.contract)
  return {
    contract: nft.contract,
    tokenId: String(nft.tokenId),
    name: names.get(nftKey(nft)) ?? `${name} #${nft.tokenId}`,
    collectionName: name,
    image: imageUrl(nft),
    escrowedBy: nft.escrowedBy,
  }
}

/** Weak, because it ignores the block: the same NFTs are the same answer. */
function etagOf({ nfts, nextCursor }: HoldingsPage, unreadable: readonly Address[], names: Names): string {
  const hash = createHash('sha256')
  for (const nft of nfts) {
    const key = nftKey(nft)
    hash.update(`${key} ${nft.escrowedBy} ${names.get(key) ?? ''}\n`)
  }
  hash.update(JSON.stringify([unreadable, nextCursor]))
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}
