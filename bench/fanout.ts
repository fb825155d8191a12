import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@parley/server/db/openDatabase'
import { type Postgres, startPostgres, startRedis, type TestRedis } from '@parley/testkit'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Bench, BenchRow } from './Bench.ts'
import {
  changeOf,
  type FanoutPlan,
  type FanoutRun,
  type Heard,
  pagesOfServer,
  servers,
  streamKey,
} from './cases/fanoutServers.ts'

const seconds = 15
/** Connections and code are warm afterwards. These changes don't count. */
const warmUpSeconds = 3
const steadyPerS = 50
/** What 10⁸ wallets make, with their tables (docs/scaling.md), and half as much again. */
const heavyPerS = 200
/** As many as a server has connections for. */
const writersAtOnce = 8
/** How long after the last change a server may still hear of it. */
const lateMs = 3_000
const goalMs = 250

/** The ways to tell the other servers of a change. */
type Way = FanoutPlan['way']

export const bench: Bench = {
  about: `${servers} servers with ${pagesOfServer.toLocaleString('en')} simulated pages each, every page about a wallet of its own; a change is a committed row and concerns two wallets. From before its transaction until the second page of each server has it: by PostgreSQL's NOTIFY in the transaction, and by a Redis stream after it (XADD, XREAD BLOCK), in turn. In the last case the engine that carries the changes is killed and started again in the middle of them. The servers share one process, so their figures are upper bounds.`,
  async run() {
    const postgres = await startPostgres({ fsync: true })
    const redis = await startRedis()
    try {
      const url = await postgres.createDatabase('fanout')
      const engines: Engines = { postgres, redis, url }
      const rows: BenchRow[] = []
      for (const perS of [steadyPerS, heavyPerS]) rows.push(...(await measure(engines, perS)))
      rows.push(await most(engines), ...(await restarts(engines)))
      return rows
    } finally {
      await redis.stop()
      await postgres.stop()
    }
  },
}

interface Engines {
  readonly postgres: Postgres
  readonly redis: TestRedis
  readonly url: string
}

async function measure(engines: Engines, perS: number): Promise<BenchRow[]> {
  const turns: Record<Way, Played[]> = { notify: [], streams: [] }
  for (const way of ['notify', 'streams', 'streams', 'notify'] as const) turns[way].push(await play(engines, way, perS))
  const of = { notify: joined(turns.notify), streams: joined(turns.streams) }
  const row = (name: string, unit: string, pick: (played: Played) => number): BenchRow => ({
    case: `${perS} changes a second: ${name}`,
    figure: pick(of.notify),
    unit,
    reference: pick(of.streams),
    against: 'a Redis stream',
  })
  const p99 = row('p99', 'ms', ({ delaysMs }) => percentile(delaysMs, 0.99))
  for (const [way, { lost }] of Object.entries(of))
    if (lost > 0) throw new Error(`${lost} changes never came by ${way}`)
  return [
    row('p50', 'ms', ({ delaysMs }) => percentile(delaysMs, 0.5)),
    p99,
    { ...p99, reference: goalMs, against: 'goal' },
    row('the slowest', 'ms', ({ delaysMs }) => percentile(delaysMs, 1)),
    row("a server's processor time for a change", 'µs', ({ serversMs, changes }) =>
      Math.round((1000 * serversMs) / changes / servers),
    ),
    row("the engines' processor time for a change", 'µs', ({ enginesMs, changes }) =>
      Math.round((1000 * enginesMs) / changes),
    ),
  ]
}

function joined(turns: readonly Played[]): Played {
  const sum = (pick: (played: Played) => number): number => turns.reduce((total, played) => total + pick(played), 0)
  return {
    changes: sum(({ changes }) => changes),
    delaysMs: turns.flatMap(({ delaysMs }) => delaysMs),
    lost: sum(({ lost }) => lost),
    lostUnknown: sum(({ lostUnknown }) => lostUnknown),
    gaps: sum(({ gaps }) => gaps),
    serversMs: sum(({ serversMs }) => serversMs),
    enginesMs: sum(({ enginesMs }) => enginesMs),
  }
}

/** How many changes a second writers commit that wait for nothing else. Transactions with a NOTIFY commit in turn. */
async function most(engines: Engines): Promise<BenchRow> {
  const [notify, streams] = [await play(engines, 'notify', null), await play(engines, 'streams', null)]
  const perS = ({ changes }: Played): number => Math.round(changes / seconds)
  return {
    case: `changes a second of ${writersAtOnce} writers at once`,
    figure: perS(notify),
    unit: '/s',
    reference: perS(streams),
    against: 'a Redis stream',
  }
}

/** Kills the engine that carries the changes, in the middle of them, and starts it again. */
async function restarts(engines: Engines): Promise<BenchRow[]> {
  const { postgres, redis } = engines
  const notify = await play(engines, 'notify', steadyPerS, () => postgres.restart('immediate'))
  const streams = await play(engines, 'streams', steadyPerS, () => redis.restart())
  const row = (name: string, pick: (played: Played) => number): BenchRow => ({
    case: `restart of the engine: ${name}`,
    figure: pick(notify),
    unit: '',
    reference: pick(streams),
    against: 'a Redis stream',
  })
  return [
    row('committed changes that a server did not hear', ({ lost }) => Math.round(lost / servers)),
    row('servers that know of a gap, so that their pages read again', ({ gaps }) => gaps),
    row('those that a page misses: not heard, and no gap known', ({ lostUnknown }) =>
      Math.round(lostUnknown / servers),
    ),
  ]
}

interface Played {
  readonly changes: number
  readonly delaysMs: readonly number[]
  /** Changes of the database that were not heard, summed over all servers. */
  readonly lost: number
  /** Those of them at servers that never learned that they missed something. */
  readonly lostUnknown: number
  /** Servers that learned that they may have missed something. */
  readonly gaps: number
  readonly serversMs: number
  readonly enginesMs: number
}

/** @param perS changes a second; null for as many as there can be. */
async function play(
  engines: Engines,
  way: Way,
  perS: number | null,
  inTheMiddle?: () => Promise<void>,
): Promise<Played> {
  const { url, redis } = engines
  const log = pino({ level: 'silent' })
  const choice = {
    engine: 'postgres',
    url,
    directUrl: url,
    readUrls: [],
    standbys: 0,
    readers: 8,
    migrates: true,
  } as const
  const db = await openDatabase(choice, log)
  const publisher = new Redis(redis.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false })
  publisher.on('error', () => undefined)
  const listeners = fork(join(import.meta.dirname, 'cases/fanoutServers.ts'))
  try {
    await sql`create table if not exists fanout (number bigint)`.execute(db.write)
    const plan: FanoutPlan = { way, url, redisUrl: redis.url }
    await ask(listeners, plan)
    const usedBefore = await engineMs(engines)
    const committed: { number: number; atMs: number }[] = []
    const sending: Promise<void>[] = []
    const change = async (number: number): Promise<void> => {
      const atMs = nowMs()
      const text = JSON.stringify({ from: 'bench', event: changeOf(number) })
      await db.transact(async (tx) => {
        await sql`insert into fanout values (${number})`.execute(tx)
        if (way === 'notify') await db.relay?.send(tx, text)
      })
      committed.push({ number, atMs })
      if (way === 'streams') await publisher.xadd(streamKey, 'MAXLEN', '~', 10_000, '*', 'note', text)
    }
    const startedAtMs = performance.now()
    let middle: Promise<void> | undefined
    if (perS === null) {
      let number = 0
      const write = async (): Promise<void> => {
        while (performance.now() - startedAtMs < 1000 * seconds) await change(number++)
      }
      await Promise.all(Array.from({ length: writersAtOnce }, write))
    } else {
      const total = perS * seconds
      for (let number = 0; number < total; number += 1) {
        const early = startedAtMs + (1000 * number) / perS - performance.now()
        if (early > 0) await delay(early)
        if (number === Math.floor(total / 2)) middle = inTheMiddle?.()
        // A change that fails was acknowledged to no one.
        sending.push(change(number).catch(() => undefined))
      }
    }
    await Promise.all([...sending, middle])
    await delay(lateMs)
    const run: FanoutRun = 'report'
    const heard: Heard = await ask(listeners, run)
    const enginesMs = (await engineMs(engines).catch(() => usedBefore)) - usedBefore
    const counted = committed.filter(({ number }) => number >= (perS ?? 0) * warmUpSeconds)
    const delaysMs = heard.atMs.map((byNumber) =>
      counted.flatMap(({ number, atMs }) => {
        const heardAtMs = byNumber[number]
        return typeof heardAtMs === 'number' ? [heardAtMs - atMs] : []
      }),
    )
    const lost = delaysMs.map(({ length }) => counted.length - length)
    return {
      changes: committed.length,
      delaysMs: delaysMs.flat(),
      lost: lost.reduce((sum, count) => sum + count, 0),
      lostUnknown: lost.reduce((sum, count, server) => sum + (heard.gaps[server] === 0 ? count : 0), 0),
      gaps: heard.gaps.filter((count) => count > 0).length,
      serversMs: heard.usedMs,
      enginesMs,
    }
  } finally {
    const ended = once(listeners, 'exit')
    listeners.disconnect()
    await ended
    publisher.disconnect()
    await db.close()
  }
}

/** The same clock in every process of this machine. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)) / 10
}

async function ask(listeners: ChildProcess, question: FanoutPlan | FanoutRun) {
  const answer = once(listeners, 'message')
  listeners.send(question)
  return (await answer)[0]
}

/** Processor time of both engines. Of PostgreSQL's ended processes the first one knows. */
async function engineMs({ url, redis }: Engines): Promise<number> {
  const folder = new URL(url).searchParams.get('host') ?? ''
  const [first = ''] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
  const stats = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => statOf(pid).catch(() => null)),
  )
  const ticks = stats
    .filter((stat) => stat !== null && (stat.pid === first || stat.parent === first))
    .reduce((sum, stat) => sum + (stat?.ticks ?? 0) + (stat?.pid === first ? stat.endedTicks : 0), 0)
  const client = new Redis(redis.url)
  try {
    const used = [...(await client.info('cpu')).matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)]
    return ticks * msPerTick + used.reduce((sum, [, s]) => sum + 1000 * Number(s), 0)
  } finally {
    client.disconnect()
  }
}

/** The kernel's ticks, a hundred a second. */
const msPerTick = 10

async function statOf(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name in brackets: state, parent, and from the 12th on the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (index: number): number => Number(fields[index] ?? 0)
  return { pid, parent: fields[1] ?? '', ticks: at(11) + at(12), endedTicks: at(13) + at(14) }
}
