import { swapEscrowAbi } from '@parley/chain'
import type { OfferId } from '@parley/domain'
import { createOffer, transact, type WorldParts } from '@parley/testkit'
import { pause, signIn, type Person } from './Crowd.ts'
import { until } from './Program.ts'
import type { Site, Visitor } from './Visitor.ts'

const tradeEveryMs = 20_000
const durationS = 86_400
const patienceMs = 180_000
/** Twice what a swap takes: several trade in one block. */
const gas = 1_000_000n

/** Everything acknowledged to traders. */
export interface TradeRecord {
  /** The state that the server last told, by offer. */
  readonly told: Map<OfferId, 'active' | 'completed'>
  readonly marks: { readonly visitor: Visitor; readonly person: Person; readonly itemId: string }[]
  readonly sessions: { readonly visitor: Visitor; readonly person: Person; isOver: boolean }[]
  readonly pairs: number
}

/** Pairs who swap one NFT each, again and again: on the chain, and read at the server. */
export async function trade(
  site: Site,
  world: WorldParts,
  people: readonly Person[],
  signal: AbortSignal,
): Promise<{ readonly record: TradeRecord; readonly ended: Promise<unknown> }> {
  const pairs = Math.floor(people.length / 2)
  const record: TradeRecord = { told: new Map(), marks: [], sessions: [], pairs }
  const running: Promise<void>[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const [creator, recipient] = [people[2 * pair], people[2 * pair + 1]]
    if (!creator || !recipient) break
    const visitors = [
      await signIn(site, 'trading', 20_000 + 2 * pair, creator),
      await signIn(site, 'trading', 20_001 + 2 * pair, recipient),
    ] as const
    record.sessions.push({ visitor: visitors[0], person: creator, isOver: false })
    running.push(tradeOn({ world, record, pair: [creator, recipient], visitors, signal }))
  }
  const ended = Promise.all(running)
  ended.catch(() => undefined)
  return { record, ended }
}

interface Trading {
  readonly world: WorldParts
  readonly record: TradeRecord
  readonly pair: readonly [Person, Person]
  readonly visitors: readonly [Visitor, Visitor]
  readonly signal: AbortSignal
}

async function tradeOn(trading: Trading): Promise<void> {
  const { world, record, pair, visitors, signal } = trading
  const [creator, recipient] = pair
  const { ledger } = visitors[0].site
  let [offered, requested] = [creator.nft, recipient.nft]
  const fee = await world.chain.client.readContract({ address: world.escrow, abi: swapEscrowAbi, functionName: 'fee' })
  await pause(tradeEveryMs * Math.random(), signal)
  while (!signal.aborted) {
    const deal = { from: { account: creator }, offered: [offered], requested: [requested], durationS, gas }
    const offerId = await createOffer({ chain: { client: world.chain.client }, escrow: world.escrow }, deal)
    await read(visitors[0], offerId, 'active', record)
    await mark(trading, offerId)
    const call = {
      from: { account: recipient },
      to: world.escrow,
      abi: swapEscrowAbi,
      args: [offerId],
      valueWei: fee,
      gas,
    }
    await transact(world.chain.client, { ...call, functionName: 'acceptSwapOffer' })
    await read(visitors[1], offerId, 'completed', record)
    const after = await tell(visitors[1], offerId).catch(() => null)
    if (after !== null && after !== 'completed') ledger.fault('wrong', `offer ${offerId} was completed, then ${after}`)
    ;[offered, requested] = [requested, offered]
    await pause(tradeEveryMs * (0.5 + Math.random()), signal)
  }
}

async function tell(visitor: Visitor, offerId: OfferId) {
  const answer = await visitor.client.request('offer', { params: { offerId } })
  return 'offer' in answer ? answer.offer.status : null
}

/** Reads the offer until the server has it in this state. It must never have it in an impossible one. */
async function read(visitor: Visitor, offerId: OfferId, wanted: 'active' | 'completed', record: TradeRecord) {
  await until(
    `offer ${offerId} is ${wanted} at the server`,
    async () => {
      const status = await tell(visitor, offerId)
      const isPossible = status === null || status === wanted || (wanted === 'completed' && status === 'active')
      if (!isPossible) visitor.site.ledger.fault('wrong', `offer ${offerId} is told as ${status}`)
      return status === wanted
    },
    patienceMs,
  )
  record.told.set(offerId, wanted)
}

/** The recipient marks the news of the offer as read. */
async function mark({ record, pair, visitors }: Trading, offerId: OfferId): Promise<void> {
  const [, person] = pair
  const [, visitor] = visitors
  const as = { as: person.address }
  try {
    const { items } = await visitor.client.request('inbox', { query: as })
    const item = items.find(({ subject }) => subject.kind === 'offer' && subject.offerId === offerId)
    if (!item) return
    await visitor.client.request('readInbox', { query: as, body: { ids: [item.id] } })
    record.marks.push({ visitor, person, itemId: item.id })
  } catch {
    // Refused or cut: not acknowledged, and counted.
  }
}
