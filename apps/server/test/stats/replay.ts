import { swapEscrowAbi } from '@parley/chain'
import type { Chain } from '@parley/testkit'
import type { Address } from 'viem'

/** An offer's outcome according to its events alone. */
export interface Replayed {
  readonly offerId: string
  readonly creator: string
  readonly offered: string
  readonly requested: string
  status: 'created' | 'completed' | 'cancelled'
  acceptor: string | null
  timestampS: number
  txHash: string
}

/** Counts from every event of the escrow, independently of the product's code, for comparison with the statistics. */
export async function replay(chain: Chain, escrow: Address, toBlock: number) {
  const { client } = chain
  const found = new Map<string, Replayed>()
  const times = new Map<bigint, number>()
  const timeOf = async (blockNumber: bigint) => {
    const known = times.get(blockNumber) ?? Number((await client.getBlock({ blockNumber })).timestamp)
    times.set(blockNumber, known)
    return known
  }
  const events = await client.getContractEvents({
    address: escrow,
    abi: swapEscrowAbi,
    fromBlock: 0n,
    toBlock: BigInt(toBlock),
    strict: true,
  })
  for (const event of events) {
    const told = { timestampS: await timeOf(event.blockNumber), txHash: event.transactionHash }
    if (event.eventName === 'SwapOfferCreated') {
      const { offerId, creator, tokenA, tokenIdA, tokenB, tokenIdB } = event.args
      const sides = { offered: `${tokenA}/${tokenIdA}`, requested: `${tokenB}/${tokenIdB}` }
      found.set(offerId, { offerId, creator, ...sides, status: 'created', acceptor: null, ...told })
    } else if (event.eventName === 'MultiSwapOfferCreated') {
      const { offerId, creator, tokenAContracts, tokenAIds, tokenBContracts, tokenBIds } = event.args
      const sides = {
        offered: tokenAContracts.map((contract, index) => `${contract}/${tokenAIds[index]}`).join(' '),
        requested: tokenBContracts.map((contract, index) => `${contract}/${tokenBIds[index]}`).join(' '),
      }
      found.set(offerId, { offerId, creator, ...sides, status: 'created', acceptor: null, ...told })
    } else if (event.eventName === 'SwapCompleted') {
      const offer = found.get(event.args.offerId)
      if (offer) Object.assign(offer, { status: 'completed', acceptor: event.args.acceptor, ...told })
    } else if (event.eventName === 'SwapCancelled') {
      const offer = found.get(event.args.offerId)
      if (offer) Object.assign(offer, { status: 'cancelled', ...told })
    }
  }
  return [...found.values()]
}

/** The numbers of the screen out of a replay, as of a moment in unix seconds. */
export function countReplayed(offers: readonly Replayed[], nowS: number) {
  const completed = offers.filter((offer) => offer.status === 'completed')
  const day = (atS: number) => new Date(atS * 1000).toISOString().slice(0, 10)
  const completedByDay: Record<string, number> = {}
  for (const { timestampS } of completed) completedByDay[day(timestampS)] = (completedByDay[day(timestampS)] ?? 0) + 1
  return {
    totalCompleted: completed.length,
    last24Hours: completed.filter(({ timestampS }) => timestampS > nowS - 86_400 && timestampS <= nowS).length,
    completedByDay,
    list: offers
      .filter(({ timestampS }) => timestampS > nowS - 7 * 86_400 && timestampS <= nowS)
      .map((offer) => Object.values(offer).join(' '))
      .toSorted(),
  }
}
