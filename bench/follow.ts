import { setTimeout as delay } from 'node:timers/promises'
import type { Nft } from '@parley/domain'
import { liveEventsPath } from '@parley/protocol'
import { transact, wallets, type World } from '@parley/testkit'
import { erc721Abi } from 'viem'
import type { Bench, BenchRow } from './Bench.ts'
import { enlargeRegistry } from './cases/enlargeRegistry.ts'
import { median, proxiedWorld, type ProxiedWorld } from './cases/proxiedWorld.ts'

const pollMs = 1_000
const quietPolls = 15
const transfers = 40
const manyCollections = 180
/** Of 40 samples, the 99th percentile is the slowest. */
const percentile = 0.99
const goalRequests = 2
const goalPolls = 1.25

export const bench: Bench = {
  about: `Following a chain that goes on, eighteen and ${manyCollections} collections and the escrow, a poll every ${pollMs} ms; the middle one counts, since the owners of one collection are checked every half minute beside. Told: from a transfer's receipt until an open page hears of it and the API has it, the ${percentile * 100}th of a hundred.`,
  besides: true,
  async run() {
    const setting = await proxiedWorld(0, pollMs)
    const { world } = setting
    try {
      const few = await requestsAPoll(setting, world.collections.rows.length)
      const lags = await lagsOf(world)
      const told = lags.toSorted((a, b) => a - b)[Math.ceil(lags.length * percentile) - 1] ?? Number.NaN
      await enlargeRegistry(world, manyCollections)
      const many = await requestsAPoll(setting, manyCollections)
      return [few, many, row('told', told, 'ms', goalPolls * pollMs)]
    } finally {
      await setting.stop()
    }
  },
}

async function requestsAPoll({ world, proxy }: ProxiedWorld, collections: number): Promise<BenchRow> {
  await fetch(`${world.url}/api/swap-offers/sync`)
  await delay(3 * pollMs)
  const requests: number[] = []
  for (let poll = 0; poll < quietPolls; poll += 1) {
    proxy.reset()
    await world.chain.client.mine({ blocks: 1 })
    await delay(pollMs)
    requests.push(proxy.traffic().requests)
  }
  return row(`requests a poll, a block each, ${collections} collections`, median(requests), 'requests', goalRequests)
}

function row(name: string, figure: number, unit: string, reference: number): BenchRow {
  return { case: name, figure, unit, reference, against: 'goal' }
}

/** How long each transfer took to be announced, and found where the page would then look. */
async function lagsOf(world: World): Promise<number[]> {
  const to = wallets.alice.account.address
  const heard = listen(world.url)
  const lags: number[] = []
  for (const nft of world.collections.startingNfts('crowd').slice(0, transfers)) {
    const args = [wallets.crowd.account.address, to, nft.tokenId]
    let next = heard.next()
    await transact(world.chain.client, {
      from: wallets.crowd,
      to: nft.contract,
      abi: erc721Abi,
      functionName: 'transferFrom',
      args,
    })
    const minedAtMs = performance.now()
    // Events also announce names, so what the page finds decides.
    do {
      await next
      next = heard.next()
    } while (!(await hasNft(world.url, to, nft)))
    lags.push(performance.now() - minedAtMs)
    // Spreads the transfers over the poll interval.
    await delay((lags.length * 137) % pollMs)
  }
  heard.stop()
  return lags
}

async function hasNft(url: string, owner: string, { contract, tokenId }: Nft): Promise<boolean> {
  const answer = await fetch(`${url}/api/holdings/${owner}`)
  const { nfts }: { nfts: readonly { contract: string; tokenId: string }[] } = await answer.json()
  return nfts.some((held) => held.contract === contract && held.tokenId === String(tokenId))
}

/** The event stream of an open page. */
function listen(url: string): { next(): Promise<void>; stop(): void } {
  const ended = new AbortController()
  let waiting: (() => void)[] = []
  const read = async (): Promise<void> => {
    const response = await fetch(url + liveEventsPath, { signal: ended.signal })
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      if (!decoder.decode(chunk, { stream: true }).includes('"type":"holdings"')) continue
      for (const tell of waiting) tell()
      waiting = []
    }
  }
  read().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => ended.abort(),
  }
}
