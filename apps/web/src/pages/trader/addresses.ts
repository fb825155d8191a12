import { type Address, findCollection, type Nft, sameAddress } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'
import { generalRoute, portalRoutes } from '../../portals/portalRoutes.ts'
import type { DocumentTrader } from '../../services/documentData.ts'

/** The page of a trader. In a portal, the page leads back there. */
export function traderPath(address: string, portalKey: string = generalRoute.key): string {
  return `/trader/${address}${portalKey === generalRoute.key ? '' : `?portal=${portalKey}`}`
}

/** Where trading with an address begins: at a table, or with an offer. In the portal that the page's own address names. */
export function tradePaths(address: Address, search: string): { readonly table: string; readonly swap: string } {
  const key = new URLSearchParams(search).get('portal')
  const portal = portalRoutes.find((route) => route.key === key)
  return {
    table: `/table/new?to=${address}${portal ? `&portal=${portal.key}` : ''}`,
    swap: `${(portal ?? generalRoute).path}?to=${address}`,
  }
}

/** Opens a table with the address in place, wherever it is sent (decision I4). */
export function tradeLink(address: Address): URL {
  return new URL(tradePaths(address, window.location.search).table, window.location.origin)
}

/** What lives at an address. `collection` has its name. */
export type AddressKind =
  | { readonly kind: 'wallet' | 'contract' | 'escrow' }
  | { readonly kind: 'collection'; readonly name: string }

/** A collection or an escrow, by the page's own build; null for any other address. */
export function knownKind(built: PageDeployment, address: Address): AddressKind | null {
  const collection = findCollection(built.collections, address)
  if (collection) return { kind: 'collection', name: collection.name }
  return isEscrow(built, address) ? { kind: 'escrow' } : null
}

/** Whether an escrow lives there. `isBuiltFor` of the protocol would bring zod to a first view. */
function isEscrow({ escrows }: Pick<PageDeployment, 'escrows'>, address: Address): boolean {
  return escrows.some((escrow) => sameAddress(escrow.address, address))
}

/** The document's NFTs, as the page works with them. */
export function toNfts(nfts: DocumentTrader['nfts']): readonly Nft[] {
  return nfts.map(({ contract, tokenId }) => ({ contract, tokenId: BigInt(tokenId) }))
}
