import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Address, Nft } from '@parley/domain'
import { transact, wallets } from '@parley/testkit'
import { parseAbi } from 'viem'
import type { Bench, BenchRow } from './Bench.ts'
import { openChromium } from './cases/chromium.ts'
import { type ScreenPair, type Screens, tableScreens } from './cases/tableScreens.ts'
import { crowdAccount, type CrowdPlan, type CrowdRun, type CrowdTimes } from './cases/tableCrowd.ts'
import { startTableServers, type TableServers } from './cases/tableServers.ts'

const tables = 1_000
/** Each table changes every ten seconds: two people who talk and try things out. */
const changesPerS = 100
const rounds = 5
const secondsARound = 12
/** Presses for a 95th percentile that a few slow ones don't make. On a busy machine they take more rounds. */
const pressesAtLeast = 300
/** Tables in Chromium at which they are made in turn, over each of the two. */
const pressedTables = 4
const goalMs = 300
/** Of the server's one thread. At more than this a hundred changes a second would wait for each other. */
const goalUsedMs = 3
const nftsEach = 2
const mintsAtOnce = 120

export const bench: Bench = {
  opensPage: true,
  about: `${tables.toLocaleString('en')} tables with both people at them and ${changesPerS} changes a second: how long until a change is at the other's line, and at ${pressedTables} of the tables in turn, in Chromium, from the press to the other's screen (at least ${pressesAtLeast} presses). echo: the same people, moments, bytes and pages through a bare WebSocket, in turn. Server, echo, people and Chromium are processes of their own.`,
  async run() {
    const servers = await startTableServers()
    const browser = await openChromium()
    try {
      const crowd = await seatCrowd(servers)
      try {
        const { world, echoUrl } = servers
        const pairs = await screenPairs(world)
        const screens = {
          tables: await tableScreens(browser, world, { pairs: pairs.slice(0, pressedTables) }),
          echo: await tableScreens(browser, world, { pairs: pairs.slice(pressedTables), echoUrl }),
        }
        return await compare(crowd, screens, servers)
      } finally {
        if (crowd.connected) crowd.disconnect()
      }
    } finally {
      await browser.close()
      await servers.stop()
    }
  },
}

type Over = CrowdRun['over']

async function compare(
  crowd: ChildProcess,
  screens: Readonly<Record<Over, Screens>>,
  { usageMs }: TableServers,
): Promise<BenchRow[]> {
  await play(crowd, { over: 'tables', seconds: 3, changesPerS, seed: 1 })
  const lines: Record<Over, number[]> = { tables: [], echo: [] }
  const drawn: Record<Over, number[]> = { tables: [], echo: [] }
  const usedMs: Record<Over, number> = { tables: 0, echo: 0 }
  for (let round = 0; round < rounds || isShort(drawn); round += 1)
    for (const over of ['tables', 'echo'] as const) {
      const beforeMs = await usageMs()
      const [played, pressed] = await Promise.all([
        play(crowd, { over, seconds: secondsARound, changesPerS, seed: 2 + round }),
        screens[over].press(secondsARound),
      ])
      if (played.lost > 0) throw new Error(`${played.lost} changes never came`)
      usedMs[over] += (await usageMs()) - beforeMs
      lines[over].push(...played.ms)
      drawn[over].push(...pressed)
    }
  const rowsOf = (name: string, times: Record<Over, number[]>): BenchRow[] => {
    const row = { case: `p95 to the other's ${name}`, figure: p95(times.tables), unit: 'ms' }
    return [
      { ...row, reference: p95(times.echo), against: 'echo' },
      { ...row, reference: goalMs, against: 'goal' },
    ]
  }
  const changes = lines.tables.length + drawn.tables.length
  // Less what an idle server uses.
  const usedMsEach = (usedMs.tables - usedMs.echo) / changes
  return [
    ...rowsOf('screen', drawn),
    ...rowsOf('line', lines),
    {
      case: "the server's processor time for a change",
      figure: usedMsEach,
      unit: 'ms',
      reference: goalUsedMs,
      against: 'goal',
    },
  ]
}

function isShort(drawn: Readonly<Record<Over, readonly number[]>>): boolean {
  return Math.min(drawn.tables.length, drawn.echo.length) < pressesAtLeast
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

async function play(crowd: ChildProcess, run: CrowdRun): Promise<CrowdTimes> {
  const times: CrowdTimes = await ask(crowd, run)
  return times
}

async function ask(crowd: ChildProcess, question: CrowdPlan | CrowdRun) {
  const answered = new AbortController()
  const { signal } = answered
  const gone = once(crowd, 'exit', { signal }).then(() => Promise.reject(new Error('The crowd is gone')))
  const answer = once(crowd, 'message', { signal })
  crowd.send(question)
  try {
    return (await Promise.race([answer, gone]))[0]
  } finally {
    gone.catch(() => undefined)
    answered.abort()
  }
}

/** People for the pages: they hold as much as the crowd, and are none of it. */
async function screenPairs(world: TableServers['world']): Promise<ScreenPair[]> {
  const first = 2 * tables
  const people = Array.from({ length: 4 * pressedTables }, (_, at) => crowdAccount(first + at))
  const nfts = await mintFor(
    world,
    people.map(({ address }) => address),
    firstId + BigInt(nftsEach * first),
  )
  return people.flatMap((one, at) => {
    const [other, given] = [people[at + 1], nfts[at + 1]?.[0]]
    return at % 2 === 0 && other && given ? [{ one, other, given }] : []
  })
}

/** Two NFTs for each person, and the crowd, connected. */
async function seatCrowd({ world, echoUrl }: TableServers): Promise<ChildProcess> {
  const crowd = fork(join(import.meta.dirname, 'cases/tableCrowd.ts'))
  const nfts = await mintFor(
    world,
    Array.from({ length: 2 * tables }, (_, number) => crowdAccount(number).address),
  )
  const plan: CrowdPlan = {
    url: world.url,
    echoUrl,
    nfts: nfts.map((own) => own.map(({ contract, tokenId }) => [contract, String(tokenId)])),
  }
  await ask(crowd, plan)
  return crowd
}

const mintAbi = parseAbi(['function mintBatch(address[] owners, uint256[] tokenIds)'])
/** Beyond every id of the demo. */
const firstId = 1_000_000n

async function mintFor(world: TableServers['world'], people: readonly Address[], from = firstId): Promise<Nft[][]> {
  const contract = world.collections.rows.find(({ key }) => key === 'dokyo')?.address
  if (!contract) throw new Error('The world has no Dokyo')
  const all = people.flatMap((owner) => Array.from({ length: nftsEach }, () => owner))
  for (let at = 0; at < all.length; at += mintsAtOnce) {
    const owners = all.slice(at, at + mintsAtOnce)
    const args = [owners, owners.map((_, index) => from + BigInt(at + index))]
    await transact(world.chain.client, {
      from: wallets.deployer,
      to: contract,
      abi: mintAbi,
      functionName: 'mintBatch',
      args,
    })
  }
  return people.map((_, person) =>
    Array.from({ length: nftsEach }, (__, index) => ({
      contract,
      tokenId: from + BigInt(nftsEach * person + index),
    })),
  )
}
