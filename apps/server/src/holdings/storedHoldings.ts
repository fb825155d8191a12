import { nftKey, type Address } from '@parley/domain'
import type { Context } from '../context.ts'
import { readCheckpoints } from '../indexer/checkpoints.ts'
import { holdingsKey } from './createHoldings.ts'
import { escrowedNfts } from './escrowedNfts.ts'
import type { HeldNft, WalletHoldings } from './HeldNft.ts'
import { tokensOf, unreadCollections } from './ownerRows.ts'

/** A wallet's NFTs from the index; undefined before the bootstrap. */
export async function storedHoldings({ config, db }: Context, owner: Address): Promise<WalletHoldings | undefined> {
  const { collections } = config.deployment
  const served = new Map<string, Address>(collections.map(({ address }) => [address, address]))
  const block = (await readCheckpoints(db.read)).get(holdingsKey)?.block
  if (block === undefined) return undefined
  // In this order, a token that enters escrow in between is found twice rather than never.
  const tokens = await tokensOf(db.read, owner)
  const escrowed = await escrowedNfts(db.read, owner)
  const inEscrow = new Set(escrowed.map(nftKey))
  const held = tokens.flatMap(({ contract, tokenId }): HeldNft[] => {
    const address = served.get(contract)
    return address ? [{ contract: address, tokenId, escrowedBy: null }] : []
  })
  const unread = await unreadCollections(db.read, collections)
  return {
    block,
    nfts: [...escrowed, ...held.filter((nft) => !inEscrow.has(nftKey(nft)))],
    unreadable: unread.map(({ address }) => address),
  }
}
