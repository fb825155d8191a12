import { createChainClient, swapEscrowAbi } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import {
  createOffer,
  demoArtifact,
  deploy,
  multicall3Address,
  startRpcProxy,
  transact,
  wallets,
  type RpcProxy,
} from '@parley/testkit'
import { erc721Abi, type Abi } from 'viem'
import type { Alarm } from '../../src/watch/alarms.ts'
import { createWatch, type Watch } from '../../src/watch/createWatch.ts'
import type { WatchStore } from '../../src/watch/watchState.ts'
import { openMarket, type Market } from '../given/market.ts'

export type Mood = 'honest' | 'keepsTokens' | 'burnsGas'
const moods: readonly Mood[] = ['honest', 'keepsTokens', 'burnsGas']

/** A collection that takes tokens back, keeps them, or doesn't answer. */
export interface MoodyCollection {
  readonly address: Address
  setMood(mood: Mood): Promise<void>
  seize(nft: Nft, to: Address): Promise<void>
}

/** What one watch told. */
export interface TestWatch {
  readonly watch: Watch
  readonly alarms: Alarm[]
  readonly ended: Alarm[]
  /** Names of the alarms so far. */
  names(): string[]
  /** As many looks as an alarm takes. */
  looks(count?: number): Promise<void>
}

export interface WatchedMarket extends Market {
  readonly proxy: RpcProxy
  readonly moody: MoodyCollection
  /** An offer of Alice's with tokens of the moody collection, for one of Bob's. */
  offerMoody(count?: number): Promise<{ id: OfferId; nfts: Nft[] }>
  asOwner(functionName: string, args?: readonly unknown[]): Promise<void>
  openWatch(store?: WatchStore, given?: { escrow?: EscrowDeployment; blindAfterMs?: number }): TestWatch
}

export async function openWatchedMarket(): Promise<WatchedMarket> {
  const market = await openMarket()
  const { client } = market.chain
  const proxy = await startRpcProxy(market.chain.url)
  const artifact = await demoArtifact('MoodyCollection')
  const { address } = await deploy(client, artifact, [])
  const send = (abi: Abi, to: Address, functionName: string, args: readonly unknown[]) =>
    transact(client, { from: wallets.alice, to, abi, functionName, args })
  await send(erc721Abi, address, 'setApprovalForAll', [market.escrow.address, true])
  let nextTokenId = 1n
  const moody: MoodyCollection = {
    address,
    setMood: async (mood) => void (await send(artifact.abi, address, 'setMood', [moods.indexOf(mood)])),
    seize: async ({ tokenId }, to) => void (await send(artifact.abi, address, 'seize', [tokenId, to])),
  }
  return {
    ...market,
    proxy,
    moody,
    async offerMoody(count = 1) {
      const nfts = Array.from({ length: count }, (): Nft => ({ contract: address, tokenId: nextTokenId++ }))
      for (const { tokenId } of nfts) await send(artifact.abi, address, 'mint', [market.address('alice'), tokenId])
      const requested = [await market.mint('bob')]
      const terms = { from: wallets.alice, offered: nfts, requested, durationS: 86_400 }
      return { id: await createOffer({ chain: market.chain, escrow: market.escrow.address }, terms), nfts }
    },
    async asOwner(functionName, args = []) {
      const from = wallets.deployer
      await transact(client, { from, to: market.escrow.address, abi: swapEscrowAbi, functionName, args })
    },
    openWatch(store, { escrow, blindAfterMs } = {}) {
      const chain = createChainClient(
        { chainId: 43114, chainName: 'local', multicall3: multicall3Address, rpcUrls: [proxy.url] },
        { skipMs: 1, retryPauseMs: 1, staleByBlocks: 1_000n },
      )
      const alarms: Alarm[] = []
      const ended: Alarm[] = []
      const listener = {
        alarmed: (alarm: Alarm) => void alarms.push(alarm),
        ended: (alarm: Alarm) => void ended.push(alarm),
        failed: () => undefined,
      }
      const watch = createWatch(chain, escrow ? [escrow] : market.deployment.escrows, {
        everyMs: 20,
        listener,
        ...(store && { store }),
        ...(blindAfterMs !== undefined && { blindAfterMs }),
      })
      return {
        watch,
        alarms,
        ended,
        names: () => alarms.map(({ alarm }) => alarm),
        async looks(count = 3) {
          for (let look = 0; look < count; look += 1) await watch.look()
        },
      }
    },
    async stop() {
      await proxy.stop()
      await market.stop()
    },
  }
}
