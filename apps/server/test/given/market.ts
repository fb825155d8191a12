import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { swapEscrowAbi } from '@parley/chain'
import type { Address, DealCoins, Nft, OfferId } from '@parley/domain'
import type { Deployment, EscrowDeployment } from '@parley/protocol'
import {
  type Chain,
  type ChainOptions,
  createOffer,
  demoArtifact,
  deploy,
  deployEscrow,
  deployFirstEdition,
  multicall3Address,
  startChain,
  transact,
  wallets,
} from '@parley/testkit'
import { erc721Abi, type TransactionReceipt } from 'viem'

export type Person = 'alice' | 'bob' | 'carol'

interface NewDeal {
  readonly from?: Person
  readonly to?: Person
  readonly offered?: number
  readonly requested?: number
  readonly durationS?: number
  readonly escrow?: EscrowDeployment
  readonly coins?: DealCoins
}

/** A real chain with the real escrow, one collection, and traders: everything that a server indexes. */
export interface Market {
  readonly chain: Chain
  readonly escrow: EscrowDeployment
  readonly collection: Address
  readonly deployment: Deployment
  /** The file of {@link deployment}. */
  readonly deploymentFile: string
  address(person: Person): Address
  /** Mints an untouched token. */
  mint(to: Person): Promise<Nft>
  transfer(nft: Nft, from: Person, to: Person | Address): Promise<TransactionReceipt>
  /** Deploys another escrow that may move all NFTs. */
  deployAnotherEscrow(): Promise<EscrowDeployment>
  /** Creates an offer; by default, Alice's for one of Bob's, one for one, for a day. */
  offer(deal?: NewDeal): Promise<OfferId>
  /** Puts exactly these NFTs into an offer. */
  offerOf(from: Person, offered: readonly Nft[], requested: readonly Nft[], durationS?: number): Promise<OfferId>
  accept(id: OfferId, by?: Person, escrow?: EscrowDeployment): Promise<TransactionReceipt>
  cancel(id: OfferId, by?: Person, escrow?: EscrowDeployment): Promise<TransactionReceipt>
  recover(id: OfferId, by?: Person): Promise<TransactionReceipt>
  /** Claims the unreturned NFTs. */
  claim(id: OfferId): Promise<TransactionReceipt>
  /** Advances chain time, and mines a block at its end. */
  wait(seconds: number): Promise<void>
  stop(): Promise<void>
}

const people: readonly Person[] = ['alice', 'bob', 'carol']
const isPerson = (to: Person | Address): to is Person => people.some((person) => person === to)

/**
 * `firstWaitS` delays the first block, so that it differs from another chain's with the same start.
 * With `firstEdition` its escrow is of the first edition.
 */
export async function openMarket({
  firstWaitS = 0,
  firstEdition = false,
  ...options
}: ChainOptions & { firstWaitS?: number; firstEdition?: boolean } = {}): Promise<Market> {
  const chain = await startChain(options)
  const { client } = chain
  if (firstWaitS > 0) await client.increaseTime({ seconds: firstWaitS })
  const artifact = await demoArtifact('DemoCollection')
  const collection = await deploy(client, artifact, ['Cards', 'CARD', 'http://127.0.0.1:9/', '.json'])
  const folder = await mkdtemp(join(tmpdir(), 'parley-market-'))
  const deploymentFile = join(folder, 'deployment.json')
  let nextTokenId = 7n

  const address = (person: Person): Address => wallets[person].account.address
  const openEscrow = async (isFirst = false): Promise<EscrowDeployment> => {
    const escrow = await (isFirst ? deployFirstEdition(chain) : deployEscrow(chain))
    for (const person of people) {
      await transact(client, {
        from: wallets[person],
        to: collection.address,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [escrow.address, true],
      })
    }
    return escrow
  }
  const mint = async (to: Person): Promise<Nft> => {
    const tokenId = nextTokenId++
    const args = [[address(to)], [tokenId]]
    await transact(client, {
      from: wallets.deployer,
      to: collection.address,
      abi: artifact.abi,
      functionName: 'mintBatch',
      args,
    })
    return { contract: collection.address, tokenId }
  }
  const mintMany = async (to: Person, count: number): Promise<Nft[]> => {
    const nfts: Nft[] = []
    while (nfts.length < count) nfts.push(await mint(to))
    return nfts
  }

  const escrow = await openEscrow(firstEdition)
  const deployment: Deployment = {
    network: 'local',
    chainId: 43114,
    multicall3: multicall3Address,
    escrows: [escrow],
    collections: [
      { key: 'cards', name: 'Cards', address: collection.address, discovery: { kind: 'scan', lastId: 200 } },
    ],
  }
  await writeFile(deploymentFile, JSON.stringify(deployment))

  const settle = async (functionName: string, id: OfferId, by: Person, { at = escrow, valueWei = 0n }) =>
    transact(client, { from: wallets[by], to: at.address, abi: swapEscrowAbi, functionName, args: [id], valueWei })
  const fee = (at = escrow) => client.readContract({ address: at.address, abi: swapEscrowAbi, functionName: 'fee' })

  const requestedWei = async (id: OfferId, at: EscrowDeployment): Promise<bigint> => {
    if (at.edition !== 2) return 0n
    const question = { address: at.address, abi: swapEscrowAbi, functionName: 'coinsOf', args: [id] } as const
    return (await client.readContract(question))[1]
  }

  return {
    chain,
    escrow,
    collection: collection.address,
    deployment,
    deploymentFile,
    address,
    mint,
    transfer: ({ contract, tokenId }, from, to) =>
      transact(client, {
        from: wallets[from],
        to: contract,
        abi: erc721Abi,
        functionName: 'transferFrom',
        args: [address(from), isPerson(to) ? address(to) : to, tokenId],
      }),
    deployAnotherEscrow: () => openEscrow(),
    async offer({
      from = 'alice',
      to = 'bob',
      offered = 1,
      requested = 1,
      durationS = 86_400,
      escrow: at = escrow,
      coins,
    } = {}) {
      return createOffer(
        { chain, escrow: at.address },
        {
          from: wallets[from],
          offered: await mintMany(from, offered),
          requested: await mintMany(to, requested),
          durationS,
          ...(coins && { coins, recipient: address(to) }),
        },
      )
    },
    offerOf: (from, offered, requested, durationS = 86_400) =>
      createOffer({ chain, escrow: escrow.address }, { from: wallets[from], offered, requested, durationS }),
    accept: async (id, by = 'bob', at = escrow) =>
      settle('acceptSwapOffer', id, by, { at, valueWei: (await fee(at)) + (await requestedWei(id, at)) }),
    cancel: (id, by = 'alice', at = escrow) => settle('cancelSwapOffer', id, by, { at }),
    recover: async (id, by = 'alice') => settle('cancelExpiredOffer', id, by, { valueWei: await fee() }),
    claim: (id) => settle('claimReturned', id, 'carol', {}),
    async wait(seconds) {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
    async stop() {
      await chain.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Trading {
  /** The offers created so far; every second one is cancelled. */
  readonly made: readonly OfferId[]
  /** Resolves when nothing is pending. */
  stop(): Promise<void>
}

/** Keeps trading until stopped. */
export function tradeMeanwhile(market: Pick<Market, 'offer' | 'cancel'>): Trading {
  const made: OfferId[] = []
  const asked = new AbortController()
  const trade = async (): Promise<void> => {
    while (!asked.signal.aborted) {
      const id = await market.offer()
      made.push(id)
      if (made.length % 2 === 0) await market.cancel(id)
    }
  }
  const trading = trade()
  return {
    made,
    stop() {
      asked.abort()
      return trading
    },
  }
}
