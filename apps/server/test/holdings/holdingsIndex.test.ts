import { databaseChoice } from '../../src/config/readConfig.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChainClient, findHoldings } from '@parley/chain'
import { nftKey, type Address, type Collection } from '@parley/domain'
import { createApiClient, type WireHoldings } from '@parley/protocol'
import {
  demoArtifact,
  deploy,
  deployEscrow,
  localChainId,
  multicall3Address,
  startChain,
  startPostgres,
  startRpcProxy,
  type Chain,
  type Interference,
  type Postgres,
  type RpcProxy,
} from '@parley/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patienceMs } from '../given/testServer.ts'
import type { DatabaseChoice } from '../../src/config/serverConfig.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { readConfig, startServer, type RunningServer } from '../../src/index.ts'
import { holdingsKey } from '../../src/holdings/createHoldings.ts'
import { readCheckpoints } from '../../src/indexer/checkpoints.ts'
import { createRandomTrades, people, seededRandom } from './randomTrades.ts'

const seed = Number(process.env['SEED'] ?? 20_240)
/** PostgreSQL is there to show that its statements are right; a round trip each makes it slow. */
const stepsOf =
  process.env['HOLDINGS_STEPS'] === 'all' ? { sqlite: 1_000, postgres: 300 } : { sqlite: 500, postgres: 150 }

const faults: readonly Interference[] = [
  { kind: 'answer', status: 429, headers: { 'retry-after': '0' } },
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 200, body: '<html>maintenance</html>' },
  { kind: 'reset' },
  { kind: 'edit', edit: (text) => text.slice(0, text.length / 2) },
  { kind: 'edit', edit: (text) => text.replaceAll(/"result":("[^"]*"|\[.*\]|\{.*\})/g, '"result":null') },
]

const engines = ['sqlite', 'postgres'] as const

describe.each(engines)(
  `given a chain on which much happens, an endpoint that fails every fourth time and %s (seed ${seed})`,
  (engine) => {
    let folder: string
    let idsBelow = 151
    let postgres: Postgres | undefined
    let database: DatabaseChoice
    let chain: Chain
    let proxy: RpcProxy
    let server: RunningServer
    let collections: Collection[]
    const random = seededRandom(seed)
    const steps = stepsOf[engine]
    // Of its own: how many requests there are depends on the time they take, and the trades must not.
    const chance = seededRandom(seed + 1)
    const disturb = () => (chance() < 0.25 ? faults[Math.floor(chance() * faults.length)] : undefined)

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'parley-holdings-'))
      postgres = engine === 'postgres' ? await startPostgres() : undefined
      database = databaseChoice({ PARLEY_DATA: folder, DATABASE_URL: await postgres?.createDatabase('holdings') })
      chain = await startChain()
      proxy = await startRpcProxy(chain.url)
      const artifact = await demoArtifact('MortalCollection')
      const addresses: Address[] = []
      for (let index = 0; index < 3; index++) addresses.push((await deploy(chain.client, artifact, [])).address)
      collections = addresses.map((address, index) => ({
        key: `mortal-${index}`,
        name: `Mortal ${index}`,
        address,
        discovery: { kind: 'scan', lastId: 150 },
      }))
      const escrow = await deployEscrow(chain)
      const trades = createRandomTrades(
        { chain, escrow: escrow.address, collections: addresses, abi: artifact.abi, idsBelow: () => idsBelow },
        random,
      )
      await trades.approveAll()
      // Every id so far is one that the scan finds.
      for (let step = 0; step < steps / 4; step++) await trades.step()

      const deployment = {
        network: 'local',
        chainId: localChainId,
        multicall3: multicall3Address,
        escrows: [escrow],
        collections,
      }
      const file = join(folder, 'deployment.json')
      await writeFile(file, JSON.stringify(deployment))
      proxy.interfere(disturb)
      server = await startServer(
        readConfig({
          PORT: '0',
          POLL_MS: '50',
          LOG_LEVEL: 'silent',
          RPC_URLS: proxy.url,
          PARLEY_DATA: folder,
          DEPLOYMENT_FILE: file,
          ...(database.engine === 'postgres' ? { DATABASE_URL: database.url } : {}),
        }),
      )
      for (let step = steps / 4; step < steps; step++) {
        if (idsBelow === 151 && step % 10 === 0 && (await hasIndexBegun())) idsBelow = 160
        await trades.step()
      }
      proxy.interfere(undefined)
      const deadline = performance.now() + patienceMs
      while (!(await hasIndexBegun()) && performance.now() < deadline) await server.indexer.catchUp()
      await server.indexer.catchUp()
      expected = trades.expected
    })
    let expected: ReturnType<typeof createRandomTrades>['expected']

    afterAll(async () => {
      await server.stop()
      await proxy.stop()
      await chain.stop()
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    /** The owners at the beginning are read beside everything else, while people go on trading. */
    async function hasIndexBegun(): Promise<boolean> {
      const db = await openOwners()
      return readCheckpoints(db.read)
        .then((checkpoints) => checkpoints.has(holdingsKey))
        .finally(() => db.close())
    }

    /** The server's own database, looked at from the side. */
    function openOwners() {
      return openDatabase(database, pino({ level: 'silent' }))
    }

    async function held(address: Address): Promise<Map<string, string | null>> {
      const api = createApiClient(server.url, { timeoutMs: patienceMs })
      const nfts: WireHoldings['nfts'] = []
      for (let cursor: string | undefined; ;) {
        const page = await api.request('holdings', {
          params: { address },
          query: cursor === undefined ? {} : { cursor },
        })
        expect(page.unreadable).toEqual([])
        expect(page.block).toBe(Number(await chain.client.getBlockNumber()))
        nfts.push(...page.nfts)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      return new Map(
        nfts.map((nft) => [nftKey({ contract: nft.contract, tokenId: BigInt(nft.tokenId) }), nft.escrowedBy]),
      )
    }

    it.each(people)('the index has for $name what happened, escrow included', async (person) => {
      expect(await held(person.account.address)).toEqual(expected(person))
    })

    it('the index has no holder of a token that was burned', async () => {
      const db = await openOwners()
      const { tokens } = await db.read
        .selectFrom('nft_owners')
        .select(sql<number>`count(*)`.as('tokens'))
        .where('owner', '!=', zeroAddress)
        .executeTakeFirstOrThrow()
        .finally(() => db.close())
      const known = people.flatMap((person) => [...expected(person)])
      expect(tokens).toBe(known.length)
    })

    it.each(people)(
      'the index has for $name what a fresh scan of the chain finds',
      async ({ account: { address } }) => {
        const config = {
          chainId: localChainId,
          chainName: 'local',
          rpcUrls: [chain.url],
          multicall3: multicall3Address,
        } as const
        const found = await findHoldings(createChainClient(config), collections, address)
        const scanned = found.flatMap(({ outcome }) => ('nfts' in outcome ? outcome.nfts : []))
        const ids = [...(await held(address))].filter(
          ([key, escrowedBy]) => escrowedBy === null && Number(key.split('/')[1]) <= 150,
        )
        expect(new Set(ids.map(([key]) => key))).toEqual(new Set(scanned.map(nftKey)))
        expect(scanned.length).toBeGreaterThan(1)
      },
    )
  },
)
