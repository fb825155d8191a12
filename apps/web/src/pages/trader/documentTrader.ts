import { type DocumentTrader, drawn } from '../../services/documentData.ts'
import { address, count, fields, isHere, list, nft, nullable, readDocument, time } from '../../services/documentForm.ts'

const form = fields({
  trader: fields({
    address,
    openOffers: count,
    completedTrades: count,
    collections: list(fields({ contract: address, trades: count })),
    collectionCount: count,
    firstSeen: nullable(time),
    lastSeen: nullable(time),
  }),
  nfts: list(nft),
})

/** The trader that the document of this page carries; null for another one. */
export function documentTrader(): DocumentTrader | null {
  const data = readDocument((value): value is DocumentTrader => form(value))
  return data && isHere(data.trader.address) ? (drawn.trader = data) : null
}
