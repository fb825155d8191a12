import { findHoldings } from '@parley/chain'
import { nftKey } from '@parley/domain'
import { createApiClient } from '@parley/protocol'
import type { Bench, BenchRow } from './Bench.ts'
import { plainDiscovery } from './cases/plainDiscovery.ts'
import { fillWallet, median, proxiedWorld, timed, type ProxiedWorld } from './cases/proxiedWorld.ts'

const delayMs = 50
const heldNfts = 619
const runs = 5
/** The goals for a page's requests. */
const goals = { calls: 18, requests: 1, bytes: 64 * 1024 }

export const bench: Bench = {
  about: `Every NFT of a wallet with ${heldNfts} of them in eighteen collections, ${delayMs} ms a request. plain: one ownerOf a request, fifty at a time.`,
  besides: true,
  async run() {
    const setting = await proxiedWorld(delayMs)
    try {
      const held = new Set((await fillWallet(setting.world, heldNfts)).map(nftKey))
      const chain = await fromChain(setting, held)
      const index = await fromIndex(setting, held)
      const plain = await timed(() =>
        plainDiscovery(setting.proxy.url, setting.world.collections.rows, setting.world.wallets.alice.account.address),
      )
      expectSame('plain scan', plain.value, held)
      const time = (name: string, ms: number): BenchRow => ({
        case: name,
        figure: ms,
        unit: 'ms',
        reference: plain.ms,
        against: 'plain',
      })
      return [
        ...chain.rows,
        time('from the chain', chain.ms),
        ...index.rows,
        time('from the index', index.ms),
        ...(await manyCollections(setting)),
      ]
    } finally {
      await setting.stop()
    }
  },
}

interface Measured {
  readonly ms: number
  readonly rows: readonly BenchRow[]
}

async function fromChain({ world, proxy, freshClient }: ProxiedWorld, held: ReadonlySet<string>): Promise<Measured> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    // A page has contacted its endpoint before a wallet connects.
    const client = freshClient()
    await client.getBlockNumber()
    proxy.reset()
    const { ms, value } = await timed(() =>
      findHoldings(client, world.collections.rows, world.wallets.alice.account.address),
    )
    expectSame(
      'chain',
      new Set(value.flatMap(({ outcome }) => ('nfts' in outcome ? outcome.nfts.map(nftKey) : []))),
      held,
    )
    times.push(ms)
  }
  const { calls, requests, bytesSent, bytesReceived } = proxy.traffic()
  return {
    ms: median(times),
    rows: [
      {
        case: 'from the chain: eth_calls',
        figure: calls['eth_call'] ?? 0,
        unit: 'calls',
        reference: goals.calls,
        against: 'goal',
      },
      {
        case: 'from the chain: batches',
        figure: requests,
        unit: 'requests',
        reference: goals.requests,
        against: 'goal',
      },
      {
        case: 'from the chain: both ways',
        figure: bytesSent + bytesReceived,
        unit: 'bytes',
        reference: goals.bytes,
        against: 'goal',
      },
    ],
  }
}

/** Ten times the registry: requests must grow at most linearly. */
async function manyCollections({ world, proxy, freshClient }: ProxiedWorld): Promise<BenchRow[]> {
  const rows = Array.from({ length: 10 }, () => world.collections.rows).flat()
  const client = freshClient()
  await client.getBlockNumber()
  proxy.reset()
  await findHoldings(client, rows, world.wallets.alice.account.address)
  const { calls, requests } = proxy.traffic()
  const one = { case: `${rows.length} collections`, against: 'goal' }
  return [
    { ...one, figure: calls['eth_call'] ?? 0, unit: 'calls', reference: rows.length },
    { ...one, figure: requests, unit: 'requests', reference: Math.ceil(rows.length / callsABatch) },
  ]
}

/** The largest batch that public endpoints accept. */
const callsABatch = 40

/** None of its requests reaches the chain. */
async function fromIndex({ world, proxy }: ProxiedWorld, held: ReadonlySet<string>): Promise<Measured> {
  const api = createApiClient(world.url)
  await world.server.restart()
  await api.request('syncOffers')
  const times: number[] = []
  let requests = 0
  for (let run = 0; run < runs; run++) {
    proxy.reset()
    requests = 0
    const found = new Set<string>()
    const { ms } = await timed(async () => {
      for (let cursor: string | undefined; requests === 0 || cursor !== undefined; requests++) {
        const params = { address: world.wallets.alice.account.address }
        const page = await api.request('holdings', { params, query: cursor === undefined ? {} : { cursor } })
        for (const { contract, tokenId } of page.nfts) found.add(nftKey({ contract, tokenId: BigInt(tokenId) }))
        cursor = page.nextCursor ?? undefined
      }
    })
    expectSame('index', found, held)
    times.push(ms)
  }
  return {
    ms: median(times),
    rows: [
      {
        case: 'from the index: RPC requests',
        figure: proxy.traffic().requests,
        unit: 'requests',
        reference: 1,
        against: 'one',
      },
      {
        case: 'from the index: HTTP requests',
        figure: requests,
        unit: 'requests',
        reference: 1,
        against: 'goal',
      },
    ],
  }
}

function expectSame(name: string, found: ReadonlySet<string>, held: ReadonlySet<string>): void {
  const missing = [...held].filter((key) => !found.has(key))
  const extra = [...found].filter((key) => !held.has(key))
  if (missing.length + extra.length > 0)
    throw new Error(`${name}: ${missing.length} missing, ${extra.length} that are not there`)
}
