import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorld } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { storeTrader, walletNumber } from './cases/storedOffers.ts'
import { median, timed } from './cases/proxiedWorld.ts'

const few = 100
const many = 100_000
const runs = 25

export const bench: Bench = {
  about: `What a trader's page asks for, for a wallet with ${many.toLocaleString('en')} offers, a half of them completed. few: a wallet with ${few}, in turn.`,
  async run() {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    const serverEnv = { REQUESTS_PER_MINUTE: '1000000' }
    const world = await startWorld({ seed: 'empty', blockTimeS: null, dataFolder, serverEnv })
    try {
      await world.server.stop()
      const file = join(dataFolder, 'parley.sqlite')
      storeTrader(file, world.escrow, { trader: 1, offers: few, before: 0 })
      storeTrader(file, world.escrow, { trader: 2, offers: many, before: few })
      await world.server.start()
      const from = 1_700_000_000 + few
      const questions = {
        'counts of a trader': '',
        'open offers': '/offers',
        'history, first page': '/history',
        'history, filtered to nothing': `/history?with=${walletNumber(999_999)}&from=${from}`,
      }
      const rows: BenchRow[] = []
      for (const [name, path] of Object.entries(questions)) rows.push(...(await ask(name, world.url, path)))
      return rows
    } finally {
      await world.stop()
      await rm(dataFolder, { recursive: true, force: true })
    }
  },
}

/** How long an answer takes that no cache has, and how many bytes it has, beside those of the small wallet. */
async function ask(name: string, url: string, path: string): Promise<BenchRow[]> {
  let turn = 0
  const answer = async (trader: number) => {
    // A query that the route ignores makes each URL a new one.
    const fresh = `${path.includes('?') ? '&' : '?'}turn=${(turn += 1)}`
    const { ms, value } = await timed(async () => {
      const response = await fetch(`${url}/api/traders/${walletNumber(trader)}${path}${fresh}`)
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return (await response.arrayBuffer()).byteLength
    })
    return { ms, bytes: value }
  }
  const ours: number[] = []
  const theirs: number[] = []
  let bytes = 0
  let fewBytes = 0
  for (let run = 0; run < runs; run += 1) {
    const large = await answer(2)
    const small = await answer(1)
    ours.push(large.ms)
    theirs.push(small.ms)
    bytes = large.bytes
    fewBytes = small.bytes
  }
  return [
    { case: name, figure: median(ours), unit: 'ms', reference: median(theirs), against: 'few' },
    { case: `${name}, size`, figure: bytes, unit: 'bytes', reference: fewBytes, against: 'few' },
  ]
}
