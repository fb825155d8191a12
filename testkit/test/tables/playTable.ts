import type { Nft, TableDeal } from '@parley/domain'
import { createClientOf, dealToWire, memberRoutes, tableEventsPath, type WireTable } from '@parley/protocol'
import { random, type Random } from '@parley/testkit'
import { checkLog, isSame } from './checkLog.ts'
import { type FaultyTab, openFaultyTab, type SentMove, type Wallet } from './faultyTab.ts'

/** Where tables are played. */
export interface TableWorld {
  readonly alice: Wallet & { readonly nfts: readonly Nft[] }
  readonly bob: Wallet & { readonly nfts: readonly Nft[] }
  /** Neither of the two. */
  readonly carol: Wallet
  /** The servers that run now. */
  urls(): readonly string[]
  /** Ends one and starts another on the same database. */
  restart(random: Random): Promise<void>
}

interface Play {
  readonly world: TableWorld
  readonly seed: number
  readonly dice: Random
  readonly tabs: readonly FaultyTab[]
  readonly sent: SentMove[]
  readonly tableId: string
  /** The steps, printed for a single seed. */
  readonly trace: string[]
  readonly pending: Set<Promise<unknown>>
}

export interface Played {
  /** What differs from what has to be; empty where all is well. */
  readonly problems: readonly string[]
  readonly trace: readonly string[]
}

/** Tabs that still differ after this long never agree, on any machine. */
const settleTimeoutMs = 120_000

/** Plays one random table with faults. Compares tabs and server after each round. */
export async function playTable(world: TableWorld, seed: number): Promise<Played> {
  const dice = random(seed)
  const [one, other] = dice.chance(0.5) ? [world.alice, world.bob] : [world.bob, world.alice]
  const urlOf = (): string => world.urls()[Math.floor(dice() * world.urls().length)] ?? ''
  const sent: SentMove[] = []
  const opened = await apiOf(one, urlOf()).request('openTable', {
    query: { as: one.address },
    body: {
      with: other.address,
      deal: dealToWire(dealFor(world, one, { seed, dice, sent })),
      note: '',
      isReady: dice.chance(0.5),
    },
  })
  const { tableId } = opened.table
  const seats = [one, other, ...(dice.chance(0.6) ? [dice.pick([one, other])] : [])]
  const tabs = seats.map((wallet) => openFaultyTab({ wallet, tableId, url: urlOf(), sent: (move) => sent.push(move) }))
  const play: Play = { world, seed, dice, tabs, sent, tableId, trace: [], pending: new Set() }
  const problems: string[] = []
  try {
    const rounds = 2 + Math.floor(dice() * 2)
    for (let round = 0; round < rounds && problems.length === 0; round += 1) {
      const steps = 4 + Math.floor(dice() * 8)
      for (let step = 0; step < steps; step += 1) await takeStep(play, problems)
      problems.push(...(await settle(play)))
    }
  } finally {
    for (const tab of tabs) tab.close()
    await apiOf(one, urlOf()).request('leaveTable', { params: { tableId }, query: { as: one.address }, body: {} })
  }
  return { problems, trace: play.trace }
}

function apiOf(wallet: Wallet, url: string) {
  const withCookie: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...wallet.headers(url), 'content-type': 'application/json' } })
  return createClientOf(memberRoutes, url, { fetch: withCookie })
}

/** A unique deal: by its coins, a log line is matched with its request. */
function dealFor(
  { alice, bob }: TableWorld,
  opener: Wallet,
  { seed, dice, sent }: Pick<Play, 'seed' | 'dice' | 'sent'>,
): TableDeal {
  const some = (nfts: readonly Nft[]) => nfts.filter(() => dice.chance(0.5))
  const [ofOpener, ofGuest] = opener.address === alice.address ? [alice.nfts, bob.nfts] : [bob.nfts, alice.nfts]
  return {
    opener: { nfts: some(ofOpener), wei: BigInt(seed * 10_000 + sent.length + 1) },
    guest: { nfts: some(ofGuest), wei: dice.chance(0.3) ? 7n : 0n },
    durationMinutes: dice.pick([5, 60, 1440, 10080]),
  }
}

/** Runs one random move or fault. Most run concurrently with the next ones. */
async function takeStep(play: Play, problems: string[]): Promise<void> {
  const { dice, tabs, world, trace, pending } = play
  const tab = tabs[Math.floor(dice() * tabs.length)]
  if (!tab) return
  if (dice.chance(0.015)) return restart(play)
  const { table } = tab.table.store.getState()
  const known = table?.version.number ?? 1
  const opener = table?.opener === world.bob.address ? world.bob : world.alice
  const stale = dice.chance(0.2) ? Math.max(1, known - 1) : known
  const run = (what: string, work: () => Promise<unknown>) => {
    trace.push(`${tabs.indexOf(tab)} ${what}`)
    const done = work().then(
      (outcome) => trace.push(`${tabs.indexOf(tab)} ${what}: ${String(outcome)}`),
      (error: unknown) => trace.push(`${tabs.indexOf(tab)} ${what}: ${String(error)}`),
    )
    pending.add(done)
    void done.finally(() => pending.delete(done))
    return done
  }
  const deal = dealFor(world, opener, play)
  const lay = (isReady: boolean) => () => tab.table.lay(deal, { base: stale, isReady })
  const acts: (readonly [weight: number, act: () => Promise<unknown> | void])[] = [
    [5, () => run(`change from ${known}`, () => tab.table.change(() => deal))],
    [4, () => run(`propose on ${stale}`, lay(true))],
    [2, () => run(`lay on ${stale}`, lay(false))],
    [6, () => run(`tick ${stale}`, () => tab.table.tick(stale, true))],
    [2, () => run(`untick ${stale}`, () => tab.table.tick(stale, false))],
    [1, () => run(`decline ${stale}`, () => tab.table.decline(stale, 'not-now', ''))],
    [1, () => run(`withdraw ${stale}`, () => tab.table.withdraw(stale))],
    [2, () => run('say', () => tab.table.say(`note ${play.sent.length}`))],
    [2, () => run('cut', async () => tab.cut())],
    [2, () => run('hold', async () => tab.hold())],
    [2, () => run('mend', async () => tab.mend())],
    [1, () => run('lose', async () => tab.loseNext(dice.pick(['request', 'answer'])))],
    [1, () => run('move', async () => tab.moveTo(world.urls()[Math.floor(dice() * world.urls().length)] ?? ''))],
    [1, async () => problems.push(...(await pry(play)))],
  ]
  const total = acts.reduce((sum, [weight]) => sum + weight, 0)
  let at = dice() * total
  const [, act] = acts.find(([weight]) => (at -= weight) < 0) ?? acts[0] ?? []
  const done = act?.()
  if (dice.chance(0.4)) await done
}

/** Under whatever the tabs are doing. */
async function restart({ world, dice, tabs, trace }: Play): Promise<void> {
  trace.push('restart')
  await world.restart(dice)
  const urls = world.urls()
  for (const tab of tabs) tab.moveTo(urls[Math.floor(dice() * urls.length)] ?? '')
}

/** A third wallet tries to read, to watch and to move. */
async function pry({ world: { carol, urls }, tableId, trace }: Play): Promise<string[]> {
  trace.push('pry')
  const as = `as=${carol.address}`
  const url = urls()[0] ?? ''
  const json = { ...carol.headers(url), 'content-type': 'application/json' }
  const answers = await Promise.all([
    fetch(`${url}/api/tables/${tableId}?${as}`, { headers: json }),
    fetch(`${url}${tableEventsPath}?${as}&table=${tableId}`, { headers: json }),
    fetch(`${url}/api/tables/${tableId}/ready?${as}`, {
      method: 'POST',
      headers: json,
      body: '{"version":1,"isReady":true}',
    }),
    fetch(`${url}/api/tables?${as}`, { headers: json }),
  ])
  // A stream that opens never ends.
  const textOf = async (answer: Response) => (answer.ok ? answer.body?.cancel() : answer.text())
  const said = await Promise.all(answers.slice(0, 3).map(async (answer) => `${answer.status} ${await textOf(answer)}`))
  const list = await answers[3]?.text()
  return [
    // A server that is stopping answers 503.
    ...(new Set(said.filter((answer) => !answer.startsWith('503'))).size <= 1 &&
    said.every((answer) => /^(404|503) /.test(answer))
      ? []
      : [`a third wallet was answered ${said.join(', ')}`]),
    ...(list?.includes(tableId) ? ['a third wallet was listed the table'] : []),
  ]
}

/** Repairs all lines, waits for pending requests, and returns the differences. */
async function settle(play: Play): Promise<string[]> {
  const { world, tabs, tableId, sent, trace, pending } = play
  trace.push('settle')
  for (const tab of tabs) tab.mend()
  while (pending.size > 0) await Promise.all(pending)
  const [first] = tabs
  if (!first) return []
  const { table: truth } = await apiOf(first.wallet, world.urls()[0] ?? '').request('table', {
    params: { tableId },
    query: { as: first.wallet.address },
  })
  const deadlineMs = performance.now() + settleTimeoutMs
  const behind = () => tabs.filter((tab) => !shows(tab, truth))
  while (behind().length > 0 && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 3))
  return [
    ...behind().map((tab) => `tab ${tabs.indexOf(tab)} shows ${shownBy(tab)}, not ${summary(truth)}`),
    ...checkLog(truth, sent),
  ]
}

function shows(tab: FaultyTab, truth: WireTable): boolean {
  const { table, link, here } = tab.table.store.getState()
  if (!table || link !== 'live' || !here.opener || !here.guest) return false
  const { seen: _, ...own } = table
  const { seen: _seen, ...wanted } = truth
  return isSame(own, wanted)
}

function shownBy(tab: FaultyTab): string {
  const { table, link, here } = tab.table.store.getState()
  return `${summary(table)}, ${link}, here ${JSON.stringify(here)}`
}

function summary(table: WireTable | null): string {
  if (!table) return 'nothing'
  const { version, ready, state, entries, log } = table
  return `version ${version.number} ${state} ${JSON.stringify(ready)} with ${log.length} of ${entries} lines`
}
