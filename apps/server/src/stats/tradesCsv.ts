import { coinText, type Collection, collectionName } from '@parley/domain'
import { statsCsvPath, type WireTrade } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { ReadStats } from './statsHandlers.ts'

/** Serves the trade list as CSV. */
export function serveTradesCsv(read: ReadStats, collections: readonly Collection[]): (app: FastifyInstance) => void {
  return (app) => {
    app.get(statsCsvPath, async (_request, reply) => {
      const { stats, trades } = await read()
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="trades-${stats.lastUpdated.slice(0, 10)}.csv"`)
        .send(tradesCsv(trades, collections))
    })
  }
}

const columns = [
  'offer',
  'status',
  'time',
  'creator',
  'recipient',
  'acceptor',
  'offered',
  'requested',
  'created',
  'expires',
  'transaction',
  'escrow',
] as const

/** The list as RFC 4180 CSV, one line per offer. */
export function tradesCsv(trades: readonly WireTrade[], collections: readonly Collection[]): string {
  const side = (contracts: readonly WireTrade['escrow'][], ids: readonly string[], coins: string) => {
    const nfts = contracts.map(
      (contract, index) => `${collectionName(collections, contract)} #${ids[index] ?? ''} (${contract})`,
    )
    return [...nfts, ...(coins === '0' ? [] : [coinText(BigInt(coins))])].join('; ')
  }
  const lines = trades.map((trade) => [
    trade.offerId,
    trade.status,
    trade.timestamp,
    trade.creator,
    trade.recipient,
    trade.acceptor ?? '',
    side(trade.nftContractsOffered, trade.tokenIdsOffered, trade.coinsOffered),
    side(trade.nftContractsRequested, trade.tokenIdsRequested, trade.coinsRequested),
    trade.createdAt,
    new Date(Number(trade.expiresAt) * 1000).toISOString(),
    trade.txHash,
    trade.escrow,
  ])
  return [columns, ...lines].map((fields) => fields.map(csvField).join(',')).join('\r\n') + '\r\n'
}

/** Neutralizes names that a spreadsheet would run as a formula. */
function csvField(text: string): string {
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
