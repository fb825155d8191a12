import { collectionName, findCollection, product, type Collection, type Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import type { PagePreview } from '../http/withPreview.ts'
import type { StoredOffer } from './storedOffer.ts'

/**
 * What a shared link to an offer shows before it is opened (decision S11). Of a contract outside the registry nothing is said but
 * that it is unknown, and no picture is shown (decision A5).
 */
export function offerPreview(offer: StoredOffer, collections: readonly Collection[]): PagePreview {
  const side = (nfts: readonly Nft[]) => sideText(nfts, collections)
  const shown = offer.offered.find((nft) => findCollection(collections, nft.contract))
  return {
    title: `${side(offer.offered)} for ${side(offer.requested)} · ${product.name}`,
    description: `${shortAddress(offer.creator)} offers this swap to ${shortAddress(offer.recipient)}. ${stateText(offer)}`,
    picturePath: shown ? imageUrl(shown, '512') : null,
  }
}

function sideText([first, ...others]: readonly Nft[], collections: readonly Collection[]): string {
  if (!first) return ''
  const name = `${collectionName(collections, first.contract)} #${shortId(first.tokenId)}`
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

function stateText({ settlement, expiresAtS }: StoredOffer): string {
  if (settlement) return `It is ${settlement.kind}.`
  return `It stands until ${new Date(expiresAtS * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
}

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Some ids have 78 digits. */
function shortId(tokenId: bigint): string {
  const text = String(tokenId)
  return text.length > 12 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}
