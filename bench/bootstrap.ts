import { findOwners } from '@parley/chain'
import { nftKey, type Address, type Collection } from '@parley/domain'
import { parseAbiItem, zeroAddress } from 'viem'
import type { Bench, BenchRow } from './Bench.ts'
import { median, proxiedWorld, timed, type ProxiedWorld } from './cases/proxiedWorld.ts'

const delayMs = 50
const runs = 5
const goalCalls = 25
const logBlocks = 2_048n
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')

export const bench: Bench = {
  about: `The owners of every token of eighteen collections at one block, and the calls for ten times as many, ${delayMs} ms a request. replay: every Transfer since the first block.`,
  besides: true,
  async run() {
    const setting = await proxiedWorld(delayMs)
    try {
      const scans: number[] = []
      const replays: number[] = []
      let calls = 0
      let owners = new Map<string, Address>()
      for (let run = 0; run < runs; run++) {
        setting.proxy.reset()
        const scan = await timed(() => scanOwners(setting))
        calls = setting.proxy.traffic().calls['eth_call'] ?? 0
        const replay = await timed(() => replayOwners(setting))
        expectSame(scan.value, replay.value)
        owners = scan.value
        scans.push(scan.ms)
        replays.push(replay.ms)
      }
      const many = await tenfold(setting)
      return [
        { case: 'eth_calls', figure: calls, unit: 'calls', reference: goalCalls, against: 'goal' },
        { case: 'tokens', figure: owners.size, unit: 'tokens', reference: owners.size, against: 'replay' },
        { case: 'time', figure: median(scans), unit: 'ms', reference: median(replays), against: 'replay' },
        ...many,
      ]
    } finally {
      await setting.stop()
    }
  },
}

/** Ten times the registry: requests must grow at most linearly. */
async function tenfold(setting: ProxiedWorld): Promise<BenchRow[]> {
  const { rows } = setting.world.collections
  setting.proxy.reset()
  await scanOwners(setting, Array.from({ length: 10 }, () => rows).flat())
  const figure = setting.proxy.traffic().calls['eth_call'] ?? 0
  return [
    {
      case: `eth_calls, ${10 * rows.length} collections`,
      figure,
      unit: 'calls',
      reference: 10 * goalCalls,
      against: 'goal',
    },
  ]
}

async function scanOwners(
  { world, freshClient }: ProxiedWorld,
  rows: readonly Collection[] = world.collections.rows,
): Promise<Map<string, Address>> {
  const client = freshClient()
  const block = await client.getBlockNumber()
  const owners = new Map<string, Address>()
  const read = async (collection: Collection) => {
    const outcome = await findOwners(client, collection, block)
    if ('unreadable' in outcome) throw new Error(`${collection.name}: ${outcome.unreadable}`)
    for (const { tokenId, owner } of outcome.tokens)
      owners.set(nftKey({ contract: collection.address, tokenId }), owner)
  }
  await Promise.all(rows.map(read))
  return owners
}

async function replayOwners({ world, freshClient }: ProxiedWorld): Promise<Map<string, Address>> {
  const client = freshClient()
  const address = world.collections.rows.map((row) => row.address)
  const head = await client.getBlockNumber()
  const owners = new Map<string, Address>()
  for (let fromBlock = 0n; fromBlock <= head; fromBlock += logBlocks) {
    const end = fromBlock + logBlocks - 1n
    const logs = await client.getLogs({
      address,
      event: transfer,
      fromBlock,
      toBlock: end < head ? end : head,
      strict: true,
    })
    for (const { address: contract, args } of logs) {
      const key = nftKey({ contract, tokenId: args.tokenId })
      if (args.to === zeroAddress) owners.delete(key)
      else owners.set(key, args.to)
    }
  }
  return owners
}

function expectSame(scanned: ReadonlyMap<string, Address>, replayed: ReadonlyMap<string, Address>): void {
  const differing = [...replayed].filter(([key, owner]) => scanned.get(key) !== owner)
  if (differing.length > 0 || scanned.size !== replayed.size) {
    throw new Error(`${differing.length} owners differ; ${scanned.size} scanned, ${replayed.size} replayed`)
  }
}
