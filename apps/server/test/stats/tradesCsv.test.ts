import type { WireTrade } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { tradesCsv } from '../../src/stats/statsHandlers.ts'

const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const trade: WireTrade = {
  offerId: `0x${'1'.repeat(64)}`,
  escrow: contract,
  creator: contract,
  recipient: contract,
  acceptor: null,
  nftContractOffered: contract,
  tokenIdOffered: '7',
  nftContractRequested: contract,
  tokenIdRequested: '8',
  nftContractsOffered: [contract],
  tokenIdsOffered: ['7'],
  nftContractsRequested: [contract],
  tokenIdsRequested: ['8'],
  coinsOffered: '0',
  coinsRequested: '0',
  status: 'created',
  timestamp: '2026-11-20T10:00:00.000Z',
  txHash: `0x${'2'.repeat(64)}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '1795000000',
}

describe('given a collection whose name a spreadsheet would run', () => {
  it('writes it as text, and quotes what needs quotes', () => {
    const named = (name: string) => ({ key: 'x', name, address: contract, discovery: { kind: 'enumerable' } }) as const
    expect(tradesCsv([trade], [named('=1+1')])).toContain(`'=1+1 #7 (${contract})`)
    expect(tradesCsv([trade], [named('Ducks, "loud"')])).toContain(`"Ducks, ""loud"" #7 (${contract})"`)
  })
})
