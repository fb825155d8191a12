import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChainClient, swapEscrowAbi } from '@parley/chain'
import { product } from '@parley/domain'
import { type Chain, deployEscrow, makeTrades, startChain, startExplorer, type TradesPlan } from '@parley/testkit'
import { pino } from 'pino'
import type { Address } from 'viem'
import { readConfig } from '../../src/config/readConfig.ts'
import type { Context } from '../../src/context.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createIndexer } from '../../src/indexer/followChain.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'
import { createOffers } from '../../src/offers/offerHandlers.ts'
import type { DatabaseEnv } from '../given/engines.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const dayS = 86_400
/** A fixed moment: a seed's trades depend on the distance to midnight. */
const endS = Date.UTC(2026, 10, 20, 15, 17) / 1000

/** A chain with a history of trades, an explorer for it, and an up-to-date index in its own or the given database. */
export async function openHistory(plan: Omit<TradesPlan, 'endS'>, database?: DatabaseEnv) {
  const folder = await mkdtemp(join(tmpdir(), `${product.slug}-stats-`))
  const chain = await startChain({ genesisTimeS: endS - (plan.days + 2) * dayS })
  const escrow = await deployEscrow(chain)
  await makeTrades({ chain, escrow: escrow.address }, { ...plan, endS })
  const explorer = await startExplorer(chain.url)
  const deployment = { network: 'local', chainId: 43_114, multicall3, escrows: [escrow], collections: [] }
  const deploymentFile = join(folder, 'deployment.json')
  await writeFile(deploymentFile, JSON.stringify(deployment))
  const config = readConfig({
    NETWORK: 'local',
    DEPLOYMENT_FILE: deploymentFile,
    RPC_URLS: chain.url,
    PARLEY_DATA: folder,
    EXPLORER_API_URL: explorer.url,
    LOG_LEVEL: 'silent',
    ...database,
  })

  /** The part of a server that statistics need; several may share the database. */
  async function openServer() {
    const log = pino({ level: 'silent' })
    const db = await openDatabase(config.database, log)
    const client = createChainClient({
      chainId: 43_114,
      chainName: 'local',
      multicall3,
      rpcUrls: [chain.url],
    })
    const context: Context = { config, db, chain: client, live: createLiveFeed(), log }
    const indexer = createIndexer(context, createOffers(context).consumers)
    await indexer.catchUp()
    return { context, indexer }
  }

  const first = await openServer()
  const block = await chain.client.getBlock()
  return {
    chain,
    escrow,
    explorer,
    ...first,
    openServer,
    /** The head of the chain: what everything is counted as of. */
    at: { number: Number(block.number), hash: block.hash, timeS: Number(block.timestamp) },
    async close() {
      await first.context.db.close()
      await Promise.all([explorer.stop(), chain.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

export type History = Awaited<ReturnType<typeof openHistory>>

/** An offer's outcome according to its events alone. */
interface Replayed {
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

/** The screen's figures from a replay, as of a moment in unix seconds. */
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
