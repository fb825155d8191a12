import { type Address, findCollection, product, sameAddress } from '@parley/domain'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Queryable } from '../db/schema.ts'
import { countTrades, seenTimes } from '../traders/traderStore.ts'
import { shortAddress, utcDay } from './offerCard.ts'
import { type PagePreview, sitePreview } from './withPreview.ts'

/** What a link to a trader's page shows before it is opened: the address, and counts from the escrows' events. */
export async function readTraderPreview(
  db: Queryable,
  address: Address,
  { escrows, collections }: Pick<ServerConfig['deployment'], 'escrows' | 'collections'>,
): Promise<PagePreview> {
  const { picture } = sitePreview
  const short = shortAddress(address)
  const collection = findCollection(collections, address)
  if (collection || escrows.some((escrow) => sameAddress(escrow.address, address))) {
    const what = collection ? `the collection ${collection.name}` : `an escrow of ${product.name}`
    return {
      title: `${short} · ${product.name}`,
      description: `This address is ${what}, and nobody’s wallet.`,
      picture,
    }
  }
  const [{ completed }, seen] = await Promise.all([countTrades(db, address), seenTimes(db, address)])
  const trades = `${completed} completed ${completed === 1 ? 'trade' : 'trades'}`
  const facts = seen ? `${trades}, first seen on ${utcDay(seen.firstS)}. Counted from the contract’s events.` : ''
  return {
    title: `Trade NFTs with ${short} · ${product.name}`,
    description: facts || `Open a table with this wallet and swap NFTs on ${product.name}.`,
    picture,
  }
}
