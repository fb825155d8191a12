import type { Nft, TableDeal } from '@parley/domain'
import { createClientOf, dealToWire, memberRoutes, tableEventsPath, type WireTable } from '@parley/protocol'
import { random, type Random } from '@parley/testkit'
import { checkLog, isSame } from './checkLog.ts'
import { type FaultyTab, openFaultyTab, type SentMove, type ServerPlace, type Wallet } from './faultyTab.ts'
import type { Pair, TableWorld } from './tableWorld.ts'

interface Play {
  readonly world: TableWorld
  readonly pair: Pair
  readonly dice: Random
  readonly tabs: readonly FaultyTab[]
  readonly sent: SentMove[]
  readonly tableId: string
  /** The steps, printed for a single seed. */
  readonly trace: string[]
  readonly pending: Set<Promise<unknown>>
  readonly problems: string[]
}

/** Restarts that a table meets, for each of its steps. */
const restartsAStep = 0.015

export interface Played {
  /** What differs from what has to be; empty where all is well. */
  readonly problems: readonly string[]
  readonly trace: readonly string[]
}

/** Tabs that still differ after this long never agree, on any machine. */
const settleTimeoutMs = 120_000

/** Plays one random table with faults. Compares tabs and server after each round. */
export async function playTable(world: TableWorld, pair: Pair, seed: number): Promise<Played> {
  const dice = random(seed)
  const [one, other] = dice.chance(0.5) ? [pair.alice, pair.bob] : [pair.bob, pair.alice]
  const sent: SentMove[] = []
  const opened = await atServer(world, one, (api) =>
    api.request('openTable', {
      query: { as: one.address },
      body: {
        with: other.address,
        deal: dealToWire(dealFor(pair, one, { dice, sent })),
        note: '',
        isReady: dice.chance(0.5),
      },
    }),
  )
  const { tableId } = opened.table
  const seats = [one, other, ...(dice.chance(0.6) ? [dice.pick([one, other])] : [])]
  const tabs = seats.map((wallet) =>
    openFaultyTab({ wallet, tableId, place: anyPlace(world, dice), sent: (move) => sent.push(move) }),
  )
  const problems: string[] = []
  const play: Play = { world, pair, dice, tabs, sent, tableId, trace: [], pending: new Set(), problems }
  try {
    const rounds = 2 + Math.floor(dice() * 2)
    for (let round = 0; round < rounds && problems.length === 0; round += 1) {
      const steps = 4 + Math.floor(dice() * 8)
      for (let step = 0; step < steps; step += 1) await takeStep(play)
      await settle(play)
    }
  } finally {
    for (const tab of tabs) tab.close()
    await atServer(world, one, (api) =>
      api.request('leaveTable', { params: { tableId }, query: { as: one.address }, body: {} }),
    )
  }
  return { problems, trace: play.trace }
}

function anyPlace({ places }: TableWorld, dice: Random): ServerPlace {
  const place = places[Math.floor(dice() * places.length)]
  if (!place) throw new RangeError('no server')
  return place
}

/** A request that no restart meets. */
function atServer<T>(
  world: TableWorld,
  wallet: Wallet,
  ask: (api: ReturnType<typeof apiOf>) => Promise<T>,
): Promise<T> {
  return world.undisturbed(async () => ask(apiOf(wallet, await (world.places[0]?.whenUp() ?? ''))))
}

function apiOf(wallet: Wallet, url: string) {
  const withCookie: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...wallet.headers(), 'content-type': 'application/json' } })
  return createClientOf(memberRoutes, url, { fetch: withCookie, timeoutMs: settleTimeoutMs })
}

/** A deal that is new to this table: by it, a log line is matched with its request. */
function dealFor({ alice, bob }: Pair, opener: Wallet, { dice, sent }: Pick<Play, 'dice' | 'sent'>): TableDeal {
  const some = (nfts: readonly Nft[]) => nfts.filter(() => dice.chance(0.5))
  const [ofOpener, ofGuest] = opener.address === alice.address ? [alice.nfts, bob.nfts] : [bob.nfts, alice.nfts]
  // Other coins make the server ask the chain, which few moves have to.
  const coins = BigInt(sent.length + 1)
  const deal: TableDeal = {
    opener: { nfts: some(ofOpener), wei: dice.chance(0.15) ? coins : 0n },
    guest: { nfts: some(ofGuest), wei: dice.chance(0.1) ? 7n : 0n },
    durationMinutes: dice.pick([5, 60, 1440, 10080]),
  }
  const wire = dealToWire(deal)
  const isNew = !sent.some(({ body }) => isSame(body['deal'], wire))
  return isNew && !isEmpty(deal) ? deal : { ...deal, opener: { ...deal.opener, wei: coins } }
}

function isEmpty({ opener, guest }: TableDeal): boolean {
  return [opener, guest].every(({ nfts, wei }) => nfts.length === 0 && wei === 0n)
}

/** Runs one random move or fault. Most run concurrently with the next ones. */
async function takeStep(play: Play): Promise<void> {
  const { dice, tabs, world, pair, trace, pending } = play
  const tab = tabs[Math.floor(dice() * tabs.length)]
  if (!tab) return
  // It meets the tables of all lanes.
  if (dice.chance(restartsAStep / world.lanes)) {
    trace.push('restart')
    return world.restart(dice)
  }
  const { table } = tab.table.store.getState()
  const known = table?.version.number ?? 1
  const opener = table?.opener === pair.bob.address ? pair.bob : pair.alice
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
  const deal = dealFor(pair, opener, play)
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
    [1, () => run('move', async () => tab.moveTo(anyPlace(world, dice)))],
    [1, () => run('pry', () => pry(play))],
  ]
  const total = acts.reduce((sum, [weight]) => sum + weight, 0)
  let at = dice() * total
  const [, act] = acts.find(([weight]) => (at -= weight) < 0) ?? acts[0] ?? []
  const done = act?.()
  if (dice.chance(0.4)) await done
}

/** A third wallet tries to read, to watch and to move. */
async function pry({ world, tableId, problems }: Play): Promise<void> {
  const { carol } = world
  const as = `as=${carol.address}`
  const json = { ...carol.headers(), 'content-type': 'application/json' }
  const said = await world.undisturbed(async () => {
    const url = await (world.places[0]?.whenUp() ?? '')
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
    const isOpen = answers[1]?.ok ?? false
    if (isOpen) await answers[1]?.body?.cancel()
    return Promise.all(
      answers.map(async (answer, at) => `${answer.status} ${isOpen && at === 1 ? '' : await answer.text()}`),
    )
  })
  const refused = said.slice(0, 3)
  if (new Set(refused).size > 1 || !refused.every((answer) => answer.startsWith('404 ')))
    problems.push(`a third wallet was answered ${refused.join(', ')}`)
  if (!said[3]?.startsWith('200 ') || said[3].includes(tableId)) problems.push(`a third wallet was listed ${said[3]}`)
}

/** Repairs all lines, waits for pending requests, and notes the differences. */
function settle({ world, tabs, tableId, sent, trace, pending, problems }: Play): Promise<void> {
  return world.undisturbed(async () => {
    trace.push('settle')
    for (const tab of tabs) tab.mend()
    while (pending.size > 0) await Promise.all(pending)
    const [first] = tabs
    if (!first) return
    const url = await (world.places[0]?.whenUp() ?? '')
    const { table: truth } = await apiOf(first.wallet, url).request('table', {
      params: { tableId },
      query: { as: first.wallet.address },
    })
    await whenAllShow(tabs, truth)
    problems.push(
      ...tabs
        .filter((tab) => !shows(tab, truth))
        .map((tab) => `tab ${tabs.indexOf(tab)} shows ${shownBy(tab)}, not ${summary(truth)}`),
      ...checkLog(truth, sent),
    )
  })
}

/**
 * At one moment: who moves to another server is gone for an instant. Seconds are counted, not the clock: after a machine has
 * stood still all leases have ended, and it takes some seconds to renew them.
 */
function whenAllShow(tabs: readonly FaultyTab[], truth: WireTable): Promise<void> {
  return new Promise((resolve) => {
    let seconds = 0
    const look = (): void => {
      if (seconds * 1000 < settleTimeoutMs && !tabs.every((tab) => shows(tab, truth))) return
      clearInterval(timer)
      for (const forget of forgets) forget()
      resolve()
    }
    const timer = setInterval(() => {
      seconds += 1
      look()
    }, 1_000)
    const forgets = tabs.map((tab) => tab.table.store.subscribe(look))
    look()
  })
}

function shows(tab: FaultyTab, truth: WireTable): boolean {
  const { table, link, here } = tab.table.store.getState()
  if (!table || link !== 'live' || !here.opener || !here.guest || table.entries !== truth.entries) return false
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
