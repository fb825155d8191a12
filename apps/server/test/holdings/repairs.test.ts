import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChainClient } from '@parley/chain'
import { nftKey, type Address, type Collection } from '@parley/domain'
import {
  demoArtifact,
  deploy,
  deployEscrow,
  localChainId,
  multicall3Address,
  startChain,
  startRpcProxy,
  transact,
  wallets,
  type Chain,
  type RpcProxy,
} from '@parley/testkit'
import { pino } from 'pino'
import { erc721Abi, zeroAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/readConfig.ts'
import type { Context } from '../../src/context.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createHoldings, type Holdings, holdingsKey } from '../../src/holdings/createHoldings.ts'
import { createOwnerAudit, createRepairs } from '../../src/holdings/createOwnerAudit.ts'
import { storedHoldings } from '../../src/holdings/holdingsHandlers.ts'
import { suppliesOf, tokenKey } from '../../src/holdings/ownerRows.ts'
import { createIndexer } from '../../src/indexer/followChain.ts'
import type { Indexer } from '../../src/indexer/indexer.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'
import { patienceMs } from '../given/testServer.ts'

const alice = wallets.alice.account.address
const bob = wallets.bob.account.address
const lastId = 20

let folder: string
let chain: Chain
let proxy: RpcProxy
let contract: Address
let row: Collection
let context: Context
let holdings: Holdings
let indexer: Indexer

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-repairs-'))
  chain = await startChain()
  proxy = await startRpcProxy(chain.url)
  contract = (await deploy(chain.client, await demoArtifact('MortalCollection'), [])).address
  row = { key: 'mortal', name: 'Mortal', address: contract, discovery: { kind: 'scan', lastId } }
  for (let id = 0; id < 6; id++) await mint(alice, id)
})
afterEach(async () => {
  holdings.close()
  await indexer.stop()
  await context.db.close()
  await proxy.stop()
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

async function mint(owner: Address, id: number): Promise<void> {
  const { abi } = await demoArtifact('MortalCollection')
  await transact(chain.client, {
    from: wallets.deployer,
    to: contract,
    abi,
    functionName: 'mint',
    args: [owner, BigInt(id)],
  })
}

async function transfer(from: typeof wallets.alice, to: Address, id: number): Promise<void> {
  const args = [from.account.address, to, BigInt(id)]
  await transact(chain.client, { from, to: contract, abi: erc721Abi, functionName: 'transferFrom', args })
}

/** An index that looks at every block whether it is still right. */
async function openIndex(repairEveryMs = 0): Promise<void> {
  const file = join(folder, 'deployment.json')
  const escrow = await deployEscrow(chain)
  const deployment = {
    network: 'local',
    chainId: localChainId,
    multicall3: multicall3Address,
    escrows: [escrow],
    collections: [row],
  }
  await writeFile(file, JSON.stringify(deployment))
  const config = readConfig({ RPC_URLS: proxy.url, PARLEY_DATA: folder, DEPLOYMENT_FILE: file })
  const log = pino({ level: 'silent' })
  const rpc = {
    chainId: localChainId,
    chainName: 'local',
    rpcUrls: [proxy.url],
    multicall3: multicall3Address,
  } as const
  context = {
    config,
    db: await openDatabase(config.database, log),
    chain: createChainClient(rpc),
    live: createLiveFeed(),
    log,
  }
  holdings = createHoldings(context, () => null, { everyMs: 0, repairEveryMs })
  indexer = createIndexer(context, [holdings.consumer])
  await untilRead()
}

/** The owners at the beginning are read beside everything else. */
async function untilRead(): Promise<void> {
  const deadline = performance.now() + patienceMs
  while ((await storedHoldings(context, alice)) === undefined && performance.now() < deadline) await indexer.catchUp()
}

async function idsOf(owner: Address): Promise<number[]> {
  const held = await storedHoldings(context, owner)
  return (held?.nfts ?? []).map(({ tokenId }) => Number(tokenId)).toSorted((one, other) => one - other)
}

/** Blocks come until the index says this; each of them lets it look once. */
async function untilIndexed(owner: Address, ids: readonly number[]): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (JSON.stringify(await idsOf(owner)) !== JSON.stringify(ids)) {
    if (performance.now() > deadline) expect(await idsOf(owner)).toEqual(ids)
    await chain.client.mine({ blocks: 1 })
    await indexer.catchUp()
  }
}

/** Blocks come until open pages are greeted, which a repair does. */
async function untilRepaired(): Promise<void> {
  const greetings: number[] = []
  const unsubscribe = context.live.subscribe(({ event }) => {
    if (event.type === 'hello') greetings.push(event.indexedBlock)
  })
  const deadline = performance.now() + patienceMs
  while (greetings.length === 0 && performance.now() < deadline) {
    await chain.client.mine({ blocks: 1 })
    await indexer.catchUp()
  }
  unsubscribe()
  expect(greetings).toHaveLength(1)
}

describe('given an index that differs from the chain', () => {
  it('because a token is missing: the collection is reread', async () => {
    await openIndex()
    await context.db.write.deleteFrom('nft_owners').where('token', '=', tokenKey(3n)).execute()
    expect(await idsOf(alice)).toEqual([0, 1, 2, 4, 5])
    await untilIndexed(alice, [0, 1, 2, 3, 4, 5])
  })

  it('because a token has the wrong owner: the collection is reread', async () => {
    await openIndex()
    await context.db.write.updateTable('nft_owners').set({ owner: bob }).where('token', '=', tokenKey(2n)).execute()
    await untilIndexed(bob, [])
    expect(await idsOf(alice)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('because a wallet is unknown: the collection is reread on the first request', async () => {
    await mint(bob, 9)
    await openIndex()
    await context.db.write.deleteFrom('nft_owners').where('owner', '=', bob).execute()
    holdings.audit.noteAsked(bob)
    await untilIndexed(bob, [9])
  })

  it('and tokens move during the reread: nothing is lost', async () => {
    // One repair and no other, which might hide what this one lost.
    await openIndex(3_600_000)
    await context.db.write.deleteFrom('nft_owners').where('token', '=', tokenKey(3n)).execute()
    const { promise: reading, resolve: begun } = Promise.withResolvers<undefined>()
    const { promise: moved, resolve: done } = Promise.withResolvers<undefined>()
    holdTheScan(begun, moved)
    await chain.client.mine({ blocks: 1 })
    await indexer.catchUp()
    await reading
    await transfer(wallets.alice, bob, 3)
    await transfer(wallets.alice, bob, 4)
    await mint(alice, 7)
    await indexer.catchUp()
    done(undefined)
    await untilRepaired()
    expect(await idsOf(bob)).toEqual([3, 4])
    expect(await idsOf(alice)).toEqual([0, 1, 2, 5, 7])
  })

  it('keeps when a token came to its owner, and claims nothing of the others', async () => {
    await openIndex()
    await transfer(wallets.alice, bob, 1)
    const at = Number(await chain.client.getBlockNumber())
    await indexer.catchUp()
    const received = async (owner: Address) =>
      (await storedHoldings(context, owner))?.nfts.map(({ receivedBlock }) => receivedBlock)
    expect(await received(bob)).toEqual([at])
    await context.db.write.deleteFrom('nft_owners').where('token', '=', tokenKey(3n)).execute()
    await untilIndexed(alice, [0, 2, 3, 4, 5])
    expect(await received(bob)).toEqual([at])
    expect(await received(alice)).toEqual([null, null, null, null, null])
  })

  it('and has tokens beyond what is scanned: they stay', async () => {
    await openIndex()
    await mint(alice, 500)
    await indexer.catchUp()
    await context.db.write.deleteFrom('nft_owners').where('token', '=', tokenKey(3n)).execute()
    await untilIndexed(alice, [0, 1, 2, 3, 4, 5, 500])
  })
})

describe('given burned tokens', () => {
  beforeEach(async () => {
    await openIndex()
    await context.db.write.updateTable('nft_owners').set({ owner: zeroAddress }).execute()
    // Answers 0 to everything.
    await chain.client.setCode({ address: contract, bytecode: '0x5f5f5260205ff3' })
  })

  it('takes the zero address for no holder, also when someone asks for it', async () => {
    const begun: Address[] = []
    const repairs = createRepairs(context.chain, AbortSignal.abort())
    const begin = async ({ address }: Collection) => void begun.push(address)
    const audit = createOwnerAudit(context, holdingsKey, { ...repairs, begin }, { everyMs: 0, repairEveryMs: 0 })
    audit.noteAsked(zeroAddress)
    await audit.look()
    expect(begun).toEqual([])
    await context.db.write.updateTable('nft_owners').set({ owner: bob }).where('token', '=', tokenKey(2n)).execute()
    await audit.look()
    expect(begun).toEqual([contract])
  })

  it('counts them once where the zero address is the burn address', async () => {
    await context.db.write.updateTable('nft_owners').set({ owner: bob }).where('token', '=', tokenKey(2n)).execute()
    const supplies = await suppliesOf(context.db.read, [{ ...row, burnAddress: zeroAddress }])
    expect(supplies).toEqual([{ address: contract, supply: 1 }])
  })
})

/** Tells when the owners are asked for, and lets the answer through only afterwards. */
function holdTheScan(begun: (value: undefined) => void, moved: Promise<undefined>): void {
  proxy.holdBack(async (calls) => {
    if (!calls.some(({ method, params }) => method === 'eth_call' && params.length > 2)) return
    begun(undefined)
    await moved
  })
}

describe('given a collection that cannot be read when the index begins', () => {
  it('is reported as such, and read as soon as possible', async () => {
    const code = await chain.client.getCode({ address: contract })
    if (!code) throw new Error('The collection has no code')
    await chain.client.setCode({ address: contract, bytecode: '0x5f5ffd' })
    const broken = await chain.client
      .readContract({ address: contract, abi: erc721Abi, functionName: 'name' })
      .catch(() => 'broken')
    expect(broken).toBe('broken')
    row = { ...row, discovery: { kind: 'enumerable' } }
    await openIndex()
    expect(await storedHoldings(context, alice)).toMatchObject({ nfts: [], unreadable: [contract] })

    const artifact = await demoArtifact('DemoEnumerableCollection')
    const whole = await deploy(chain.client, artifact, ['x', 'x', '', ''])
    const enumerable = await chain.client.getCode({ address: whole.address })
    await chain.client.setCode({ address: contract, bytecode: enumerable ?? code })
    const deadline = performance.now() + patienceMs
    while ((await storedHoldings(context, alice))?.unreadable.length !== 0 && performance.now() < deadline) {
      await chain.client.mine({ blocks: 1 })
      await indexer.catchUp()
    }
    expect(await storedHoldings(context, alice)).toMatchObject({ unreadable: [] })
  })
})

describe('given open pages', () => {
  it('receive whose NFTs moved', async () => {
    await openIndex()
    const told: string[] = []
    context.live.subscribe(({ event }) => {
      if (event.type === 'holdings') told.push(...event.addresses)
    })
    await transfer(wallets.alice, bob, 1)
    await indexer.catchUp()
    expect(new Set(told)).toEqual(new Set([alice, bob]))
    expect((await storedHoldings(context, bob))?.nfts.map(nftKey)).toEqual([nftKey({ contract, tokenId: 1n })])
  })
})
