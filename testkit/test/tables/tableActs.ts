import { otherSeat, type TableDeal } from '@parley/domain'
import { dealFromWire, tableEventsPath } from '@parley/protocol'
import { type MoveFailure, seatOf } from '../../../apps/web/src/services/tableLine.ts'
import type { FaultyTab, Wallet } from './faultyTab.ts'
import { anyPlace, apiOf, dealFor, knownOffers, personOf, type Play } from './play.ts'

/** Something that is typed, and not sent. */
export function type(play: Play, { table }: FaultyTab, deal: TableDeal): void {
  table.setDraft(deal)
  table.setNote(`words ${play.sent.length}`)
}

export async function layDraft(play: Play, { table }: FaultyTab): Promise<MoveFailure | null | 'nothing typed'> {
  const { draft } = table.store.getState()
  if (!draft) return 'nothing typed'
  return table.lay(draft.deal, { base: draft.base, note: draft.note, isReady: play.dice.chance(0.5) })
}

/** Goes on typing while the draft is on its way. */
export function typeOn(play: Play, tab: FaultyTab, deal: TableDeal): Promise<MoveFailure | null | 'nothing typed'> {
  const sent = layDraft(play, tab)
  type(play, tab, deal)
  return sent
}

export function reload(play: Play, tab: FaultyTab): void {
  if (!tab.reload()) play.problems.push(`tab ${play.tabs.indexOf(tab)} lost its draft when it was loaded again`)
}

/** Leaves the lock to the other: allowed only to who has it. */
export function pass({ table, wallet }: FaultyTab, version: number): Promise<MoveFailure | null> {
  const head = table.store.getState().table
  const seat = (head && seatOf(head, wallet.address)) ?? 'opener'
  return table.pass(version, otherSeat(seat))
}

/** Both tick the newest version that the first of them knows. */
async function agree({ tabs }: Play): Promise<(MoveFailure | null)[]> {
  const [one, other] = [tabs[0], tabs[1]]
  const version = one?.table.store.getState().table?.version.number ?? 1
  const outcomes: (MoveFailure | null)[] = []
  for (const tab of [one, other]) outcomes.push((await tab?.table.tick(version, true)) ?? null)
  return outcomes
}

/** One of the two makes an offer: mostly who locks in, and mostly on the agreed terms. */
export async function lockIn(play: Play, { table, wallet }: FaultyTab): Promise<string | null> {
  const { dice, world, offers } = play
  if (dice.chance(0.8)) await agree(play)
  const head = table.store.getState().table
  if (!head?.agreed || head.agreedAt === null || head.lock?.status === 'active') return 'nothing to lock in'
  const creator = seatOf(head, wallet.address)
  if (!creator || (head.locker !== creator && dice.chance(0.7))) return 'not theirs to lock in'
  const { number, at } = head.agreed
  const agreed = dealFromWire(head.agreed.deal)
  const deal: TableDeal = dice.chance(0.2)
    ? { ...agreed, durationMinutes: agreed.durationMinutes === 60 ? 5 : 60 }
    : agreed
  const id = await world.escrow.create({ people: head, creator, deal })
  offers.push({ id, creator, deal, agreed: { number, at } })
  return dice.chance(0.5) ? `${id}: ${await table.lock(number, id)}` : id
}

/** An open offer is accepted, or taken back. */
export async function endOffer(play: Play): Promise<string> {
  const { dice, world } = play
  const open = (await knownOffers(play)).filter(({ status }) => status === 'active')
  const offer = open[Math.floor(dice() * open.length)]
  if (!offer) return 'none is open'
  const { seats } = play
  if (dice.chance(0.5)) await world.escrow.takeBack(offer.id, seats[offer.creator])
  else await world.escrow.accept(offer.id, seats[otherSeat(offer.creator)])
  return offer.id
}

/** A session ends in the middle. Its wallet's next move is refused, and nothing typed is lost. */
export async function signOut(play: Play, tab: FaultyTab): Promise<string> {
  const { world, tabs, out, problems, dice } = play
  const person = personOf(play.pair, tab.wallet.address)
  if (out.has(person.address)) return 'is out already'
  out.add(person.address)
  await world.undisturbed(() => person.signOut())
  type(play, tab, dealFor(play.pair, personOf(play.pair, play.seats.opener), play))
  const { draft } = tab.table.store.getState()
  const refusal = await (dice.chance(0.5) && draft
    ? tab.table.lay(draft.deal, { base: draft.base, isReady: true })
    : tab.table.say('words of nobody'))
  // A server that ends refuses everything.
  if (refusal === null || !['signed-out', 'offline', 'unavailable'].includes(refusal))
    problems.push(`a move after signing out: ${refusal}`)
  if (tab.table.store.getState().draft === null) problems.push('what was typed was lost by signing out')
  await world.undisturbed(() => person.signIn())
  out.delete(person.address)
  // The page asks to sign in, and then sits down again.
  for (const own of tabs) if (own.wallet === tab.wallet) reload(play, own)
  return String(refusal)
}

export async function leave(play: Play, { table, wallet }: FaultyTab): Promise<MoveFailure | null> {
  const failure = await table.leave()
  if (failure === null) play.end ??= { by: personOf(play.pair, wallet.address), how: 'left' }
  return failure
}

/** Blocks the other: at any server, and whatever the table's state. */
export async function block(play: Play, wallet: Wallet): Promise<string> {
  const { world, pair, sent, dice } = play
  // A second block would leave two to be taken back.
  if (play.end?.how === 'blocked' || play.isBlocking) return 'twice'
  play.isBlocking = true
  const other = wallet.address === pair.alice.address ? pair.bob : pair.alice
  const body = { block: other.address }
  const place = anyPlace(world, dice)
  await world.undisturbed(async () => {
    const api = apiOf(wallet, await place.whenUp())
    sent.push({ by: wallet.address, path: '/api/inbound', body })
    await api.request('changeInbound', { query: { as: wallet.address }, body })
  })
  play.end = { by: personOf(pair, wallet.address), how: 'blocked' }
  return 'blocked'
}

/** A third wallet tries to read, to watch and to move. */
export async function pry({ world, tableId, problems }: Play): Promise<void> {
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
