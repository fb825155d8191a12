import type { tradeSorts, WireTrade } from '@parley/protocol'

export type TradeSort = (typeof tradeSorts)[number]

/** Sort key of a column. Addresses are lower-cased, since checksum case would distort the order. */
const keys: Readonly<Record<TradeSort, (trade: WireTrade) => string>> = {
  timestamp: (trade) => trade.timestamp,
  status: (trade) => trade.status,
  creator: (trade) => trade.creator.toLowerCase(),
  acceptor: (trade) => trade.acceptor?.toLowerCase() ?? '',
  offered: (trade) => sideText(trade.nftContractOffered, trade.tokenIdOffered, trade.coinsOffered),
  requested: (trade) => sideText(trade.nftContractRequested, trade.tokenIdRequested, trade.coinsRequested),
}

/** Ids and coins sort numerically; sides of coins alone come first. */
function sideText(contract: string | null, tokenId: string | null, coins: string): string {
  return `${contract?.toLowerCase() ?? ''}/${(tokenId ?? '').padStart(78, '0')}/${coins.padStart(78, '0')}`
}

/** Sorts trades; ties are newest first, so that pages never overlap. */
export function sortTrades(
  trades: readonly WireTrade[],
  { sort, order }: { sort: TradeSort; order: 'asc' | 'desc' },
): readonly WireTrade[] {
  const key = keys[sort]
  const sign = order === 'asc' ? 1 : -1
  return trades
    .map((trade) => ({ trade, key: key(trade) }))
    .toSorted(
      (a, b) =>
        sign * compare(a.key, b.key) ||
        compare(b.trade.timestamp, a.trade.timestamp) ||
        compare(a.trade.offerId, b.trade.offerId),
    )
    .map(({ trade }) => trade)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
