import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChainClient } from '@parley/chain'
import { product } from '@parley/domain'
import { deployEscrow, makeTrades, startChain, startExplorer, type TradesPlan } from '@parley/testkit'
import { pino } from 'pino'
import { readConfig } from '../../src/config/readConfig.ts'
import type { Context } from '../../src/context.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createIndexer } from '../../src/indexer/followChain.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'
import { createOffers } from '../../src/offers/offerHandlers.ts'
import type { DatabaseEnv } from '../given/engines.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const dayS = 86_400
/** A fixed moment: which trades a seed makes depends on how far midnight is. */
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

  /** A server's inside, as far as statistics need it; several may share the database. */
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
