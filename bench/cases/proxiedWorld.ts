import { createChainClient } from '@parley/chain'
import type { Nft } from '@parley/domain'
import {
  isPortFree,
  localChainId,
  multicall3Address,
  startRpcProxy,
  startWorld,
  transact,
  wallets,
  type RpcProxy,
  type World,
} from '@parley/testkit'
import { erc721Abi, type PublicClient } from 'viem'

/** Eighteen collections and a server, both behind a counting proxy, and a wallet with many NFTs. */
export interface ProxiedWorld {
  readonly world: World
  readonly proxy: RpcProxy
  /** A client that reads the chain through the proxy, with empty caches. */
  freshClient(): PublicClient
  stop(): Promise<void>
}

const firstPort = 20_000
const ports = 20_000

/** Slow polling, so that the counts reflect the requests under test. */
const seldomMs = 60_000

/** @param delayMs added to each request to the chain: the latency of a public endpoint. */
export async function proxiedWorld(delayMs: number, pollMs = seldomMs): Promise<ProxiedWorld> {
  const chainPort = await freePort()
  const proxy = await startRpcProxy(`http://127.0.0.1:${chainPort}`, { delayMs })
  const serverEnv = { RPC_URLS: proxy.url, POLL_MS: String(pollMs) }
  const world = await startWorld({ seed: 'empty', blockTimeS: null, chainPort, serverEnv })
  return {
    world,
    proxy,
    freshClient: () =>
      createChainClient({
        chainId: localChainId,
        chainName: 'local',
        rpcUrls: [proxy.url],
        multicall3: multicall3Address,
      }),
    async stop() {
      await world.stop()
      await proxy.stop()
    },
  }
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * ports)
    if (await isPortFree(port)) return port
  }
}

/** Gives Alice NFTs of the crowd's until she has this many, spread over all collections. */
export async function fillWallet({ chain, collections }: World, count: number): Promise<readonly Nft[]> {
  const mine = [...collections.startingNfts('alice')]
  const crowd = collections.startingNfts('crowd')
  const step = Math.max(1, Math.floor(crowd.length / Math.max(1, count - mine.length)))
  for (let at = 0; mine.length < count && at < crowd.length; at += step) {
    const nft = crowd[at]
    if (!nft) break
    const args = [wallets.crowd.account.address, wallets.alice.account.address, nft.tokenId]
    await transact(chain.client, {
      from: wallets.crowd,
      to: nft.contract,
      abi: erc721Abi,
      functionName: 'transferFrom',
      args,
    })
    mine.push(nft)
  }
  return mine
}

/** The median of an odd number of figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}

/** How long `work` takes, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}
