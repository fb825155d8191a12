import { alice, bob, expired, received, sent, startS } from '../sample.ts'
import { scenario } from '../scenario.ts'
import { list } from './lists.ts'

const closed = [
  {
    ...sent[0],
    id: `0x${'61'.repeat(32)}`,
    settlement: { kind: 'completed', by: bob, txHash: `0x${'62'.repeat(32)}`, atS: startS - 86_000 },
  },
  {
    ...sent[1],
    id: `0x${'63'.repeat(32)}`,
    settlement: { kind: 'cancelled', by: alice, txHash: `0x${'64'.repeat(32)}`, atS: startS - 96_000 },
  },
  {
    ...received[1],
    id: `0x${'65'.repeat(32)}`,
    settlement: { kind: 'cancelled', by: alice, txHash: `0x${'66'.repeat(32)}`, atS: startS - 9_000 },
  },
] as unknown as typeof sent

export const useUserOffers = () => ({
  ...list([...sent, ...received, ...expired, ...closed]),
  hasMore: scenario.has('more'),
  loadMore: async () => undefined,
})
