import { dealToWire, ApiError, type WireTable } from '@parley/protocol'
import { random } from '@parley/testkit'
import { openFaultyTab, type SentMove, type Wallet } from './faultyTab.ts'
import { anyPlace, atServer, dealFor, knownOffers, type Play, truthOf } from './play.ts'
import { settle } from './settleTable.ts'
import { block, endOffer, layDraft, leave, lockIn, pass, pry, reload, signOut, type, typeOn } from './tableActs.ts'
import type { Pair, TableWorld } from './tableWorld.ts'

/** Restarts that a table meets, for each of its steps. */
const restartsAStep = 0.015

export interface Played {
  /** What differs from what has to be; empty where all is well. */
  readonly problems: readonly string[]
  /** What happened, for the counts. */
  readonly met: readonly string[]
  readonly trace: readonly string[]
}

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
  const play: Play = {
    world,
    pair,
    dice,
    tabs,
    sent,
    tableId,
    seats: opened.table,
    trace: [],
    pending: new Set(),
    problems,
    offers: [],
    out: new Set(),
    end: null,
    isBlocking: false,
  }
  try {
    const rounds = 2 + Math.floor(dice() * 2)
    for (let round = 0; round < rounds && problems.length === 0; round += 1) {
      const steps = 4 + Math.floor(dice() * 8)
      for (let step = 0; step < steps; step += 1) await takeStep(play)
      await settle(play)
    }
  } catch (error) {
    problems.push(faultOf(error))
  } finally {
    for (const tab of tabs) tab.close()
    await clear(play).catch((error: unknown) => problems.push(`clearing: ${faultOf(error)}`))
  }
  return { problems, trace: play.trace, met: metIn(play) }
}

/** A broken play, such as one whose server has died, with where it broke. */
function faultOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Leaves the pair as it was found: with no open table, and each known to the other. Checks what a block or a leaving means. */
async function clear(play: Play): Promise<void> {
  const { world, pair, tableId, end, problems } = play
  const people = [pair.alice, pair.bob] as const
  const offers = await knownOffers(play)
  for (const { id, status, creator } of offers)
    if (status === 'active') await world.escrow.takeBack(id, play.seats[creator])
  for (const { nfts, address } of people) await world.escrow.giveBack(nfts, address)
  // A swapped table has ended, and can't be left.
  const isSwapped = (await world.undisturbed(() => truthOf(play))).lock?.status === 'completed'
  if (end === null && !isSwapped) await leaveAs(world, pair.alice, tableId)
  const opener = play.dice.pick(people)
  const again = await openAgain(play, opener)
  if (end?.how !== 'blocked') {
    if (typeof again === 'string') problems.push(`after a table was left, another was refused: ${again}`)
    else if (again.tableId === tableId) problems.push('a table that was left was opened again')
    else await leaveAs(world, opener, again.tableId)
    return
  }
  if (again !== '403 not-invited') problems.push(`a blocked pair opened a table: ${JSON.stringify(again)}`)
  for (const [index, own] of people.entries()) {
    const other = people[1 - index]
    if (!other) continue
    const { blocked } = await atServer(world, own, (api) => api.request('inbound', { query: { as: own.address } }))
    if (blocked.length !== (own === end.by ? 1 : 0)) problems.push(`${own.address} has blocked ${blocked.join(', ')}`)
    const body = { unblock: other.address, allow: other.address }
    await atServer(world, own, (api) => api.request('changeInbound', { query: { as: own.address }, body }))
  }
}

function leaveAs(world: TableWorld, wallet: Wallet, tableId: string) {
  return atServer(world, wallet, (api) =>
    api.request('leaveTable', { params: { tableId }, query: { as: wallet.address }, body: {} }),
  )
}

/** @returns the table, or the refusal. */
async function openAgain({ world, pair, dice, sent }: Play, opener: Wallet): Promise<WireTable | string> {
  const guest = opener === pair.alice ? pair.bob : pair.alice
  const deal = dealToWire(dealFor(pair, opener, { dice, sent }))
  try {
    const opened = await atServer(world, opener, (api) =>
      api.request('openTable', { query: { as: opener.address }, body: { with: guest.address, deal, isReady: false } }),
    )
    return opened.table
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`
    throw error
  }
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
    const hadEnded = play.end !== null
    const done = work().then(
      (outcome) => {
        trace.push(`${tabs.indexOf(tab)} ${what}: ${String(outcome)}`)
        if (hadEnded && outcome === null) play.problems.push(`${what} was taken at a table that had ended`)
      },
      (error: unknown) => trace.push(`${tabs.indexOf(tab)} ${what}: ${String(error)}`),
    )
    pending.add(done)
    void done.finally(() => pending.delete(done))
    return done
  }
  const deal = dealFor(pair, opener, play)
  // A draft is laid down.
  const lay = (isReady: boolean) => () =>
    tab.table.lay(tab.table.store.getState().draft?.deal ?? deal, { base: stale, isReady })
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
    [2, () => run(`type on ${known}`, async () => type(play, tab, deal))],
    [2, () => run('lay the draft', () => layDraft(play, tab))],
    [2, () => run('lay the draft and type on', () => typeOn(play, tab, deal))],
    [1, () => run('reload', async () => reload(play, tab))],
    [1, () => run(`pass ${stale}`, async () => pass(tab, stale))],
    [4, () => run('lock in', () => lockIn(play, tab))],
    [play.offers.length > 0 ? 4 : 0, () => run('end an offer', () => endOffer(play))],
    [0.5 / world.lanes, () => run('wait', () => world.escrow.wait())],
    [0.7, () => run('sign out', () => signOut(play, tab))],
    [0.5, () => run('leave', () => leave(play, tab))],
    [0.5, () => run('block', () => block(play, tab.wallet))],
  ]
  const total = acts.reduce((sum, [weight]) => sum + weight, 0)
  let at = dice() * total
  const [, act] = acts.find(([weight]) => (at -= weight) < 0) ?? acts[0] ?? []
  const done = act?.()
  if (dice.chance(0.4)) await done
}

/** What a table met, by its log, its offers and its steps. */
function metIn({ tabs, offers, trace }: Play): string[] {
  const log = tabs[0]?.table.store.getState().table?.log ?? []
  const lock = tabs[0]?.table.store.getState().table?.lock
  return [
    ...log.map(({ kind }) => kind),
    ...offers.map(() => 'offer'),
    ...(lock ? [`offer ${lock.status}`] : []),
    ...trace
      .filter((line) => / (?:sign out|reload|wait): /.test(line))
      .map((line) => line.replace(/^\d+ (.*): .*$/, '$1')),
    ...tabs.flatMap(({ gone }) => gone.map(() => 'draft laid')),
  ]
}
