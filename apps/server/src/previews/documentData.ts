import { type Address, type Collection, findCollection, type Nft, nftKey } from '@parley/domain'
import { imageUrl, offerToWire, type WireTrader } from '@parley/protocol'
import type { Context } from '../context.ts'
import type { TokenLook, TokenLooks, TokenNames } from '../names/createTokenNames.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import type { Stats } from '../stats/statsHandlers.ts'
import type { Traders } from '../traders/createTraders.ts'
import type { DocumentData } from './withPreview.ts'

/** Where documents' data come from: what the API answers. */
export interface DocumentParts extends Pick<Context, 'config'> {
  readonly names: Pick<TokenNames, 'of'>
  readonly stats: Pick<Stats, 'counted'>
  readonly traders: Pick<Traders, 'read'>
  /** Chain time, unix seconds; null until a block was read. */
  readonly chainTimeS: () => number | null
}

interface OfferDocument {
  readonly data?: DocumentData
  readonly pictures: readonly string[]
}

/** What the page of an offer shows at once. No data before the first block: without chain time it can't say what is open. */
export async function offerDocument(
  offer: StoredOffer,
  { config, names, chainTimeS }: DocumentParts,
): Promise<OfferDocument> {
  const nowS = chainTimeS()
  const { collections } = config.deployment
  const known = [...offer.offered, ...offer.requested].filter(({ contract }) => findCollection(collections, contract))
  // What isn't known is read for the next visit: no document waits for a collection's server.
  const looks: TokenLooks = await names.of(offer.creator, known).catch(() => new Map())
  const pictures = firstPictures(offer, collections, looks)
  if (nowS === null) return { pictures }
  const told = (part: keyof TokenLook): Record<string, string> =>
    Object.fromEntries([...looks].flatMap(([key, look]) => (look[part] === '' ? [] : [[key, look[part]]])))
  return {
    data: {
      page: 'offer',
      of: `/p2p/${offer.id}`,
      data: { offer: offerToWire(offer), names: told('name'), pictures: told('picture'), nowS },
    },
    pictures,
  }
}

/** Of each side, as many as are in a phone's view. */
const firstPicturesOfASide = 2

/** An offer's first pictures, those of the side that a phone shows first. None for contracts outside the registry (decision A5). */
function firstPictures(
  { offered, requested }: StoredOffer,
  collections: readonly Collection[],
  looks: TokenLooks,
): readonly string[] {
  return [offered, requested]
    .flatMap((side) => side.slice(0, firstPicturesOfASide))
    .filter(({ contract }) => findCollection(collections, contract))
    .map((nft) => imageUrl(nft, '512', looks.get(nftKey(nft))?.picture))
}

export const statsPath = '/current-trades'

/** The numbers of Trade Stats. Nothing before the first count: no document waits for it. */
export async function statsData({ stats, chainTimeS }: DocumentParts): Promise<DocumentData | undefined> {
  const nowS = chainTimeS()
  const counted = nowS === null ? null : await stats.counted()
  return counted ? { page: 'stats', of: statsPath, data: { stats: counted, nowS } } : undefined
}

interface TraderDocument {
  readonly trader: WireTrader
  readonly data?: DocumentData
  readonly pictures: readonly string[]
}

/** What the page of a trader shows at once. Before the first block no data, as for an offer. */
export async function traderDocument(address: Address, parts: DocumentParts): Promise<TraderDocument> {
  const nowS = parts.chainTimeS()
  const { trader, moved } = await parts.traders.read(address)
  const nfts = trader.collections.flatMap(({ contract }) => moved.find((nft) => nft.contract === contract) ?? [])
  return {
    trader,
    ...(nowS !== null && {
      data: {
        page: 'trader',
        of: `/trader/${address}`.toLowerCase(),
        data: { trader, nfts: nfts.map(nftToWire), nowS },
      },
    }),
    pictures: tradedPictures(trader, nfts, parts.config.deployment.collections),
  }
}

function nftToWire({ contract, tokenId }: Nft): { readonly contract: Address; readonly tokenId: string } {
  return { contract, tokenId: String(tokenId) }
}

/** Collections in a phone's first row. */
const firstCollections = 3

/** Pictures of a trader's first collections, as the page chooses them. None for contracts outside the registry (decision A5). */
function tradedPictures(
  { collections: traded }: WireTrader,
  nfts: readonly Nft[],
  collections: readonly Collection[],
): readonly string[] {
  return traded.slice(0, firstCollections).flatMap(({ contract }) => {
    const known = findCollection(collections, contract)
    const tokenId = nfts.find((nft) => nft.contract === contract)?.tokenId ?? known?.pictureTokenId
    return known && tokenId !== undefined ? [imageUrl({ contract, tokenId: BigInt(tokenId) })] : []
  })
}
