import { createOffer } from '@parley/testkit'
import type { Person } from './Crowd.ts'
import { alertFaults, untilNoneFires } from './alerts.ts'
import type { Ledger } from './Ledger.ts'
import type { Lookers } from './lookers.ts'
import { HungError, until } from './Program.ts'
import { untilAllTalk, type Voices } from './rooms.ts'
import { type LiveTable, moveOnceMore } from './tables.ts'
import type { TradeRecord } from './traders.ts'
import type { Topology } from './topology.ts'
import { Visitor, type Site } from './Visitor.ts'

export interface Crowd {
  readonly lookers: Lookers
  readonly trades: TradeRecord
  readonly tables: readonly LiveTable[]
  readonly voices: Voices
  /** Two who have not traded yet. */
  readonly last: readonly [Person, Person]
}

/** After the faults: is every acknowledged thing there once, and is everything back? */
export async function judge(topology: Topology, site: Site, crowd: Crowd): Promise<void> {
  const { ledger } = site
  await isBack(ledger, 'every open page hears of an offer', () => everyPageHears(topology, crowd))
  await isBack(ledger, 'everybody in voice hears the others again', () => untilAllTalk(topology, crowd.voices))
  await isBack(ledger, 'both open pages of every table hear of a move', async () => {
    await Promise.all(crowd.tables.map(moveOnceMore))
  })
  for (const table of crowd.tables) await judgeTable(ledger, table)
  await judgeSessions(ledger, crowd.trades)
  await judgeMarks(ledger, crowd.trades)
  await judgeIndex(topology, site, crowd.trades)
  await isBack(ledger, 'Prometheus sees three servers', async () => {
    await until('three servers', async () => {
      const answer = await fetch(`${topology.prometheusUrl}/api/v1/query?query=sum(up{job="parley"})`)
      return (await answer.text()).includes('"3"')
    })
  })
  await isBack(ledger, 'all is well, says Prometheus', () => untilNoneFires(topology))
  for (const fault of await alertFaults(topology)) ledger.fault('wrong', fault)
}

async function isBack(ledger: Ledger, what: string, wait: () => Promise<unknown>): Promise<void> {
  try {
    await wait()
  } catch (error) {
    if (!(error instanceof HungError)) throw error
    ledger.fault('not back', `${what}: ${error.message}`)
  }
}

async function everyPageHears({ world }: Topology, { lookers, last: [from, to] }: Crowd): Promise<void> {
  const offer = { from: { account: from }, offered: [from.nft], requested: [to.nft], durationS: 86_400 }
  const offerId = await createOffer({ chain: { client: world.chain.client }, escrow: world.escrow }, offer)
  await until('open pages hear of a new offer', async () => lookers.heard(offerId) === lookers.count).catch(
    (error: unknown) => {
      if (error instanceof HungError)
        throw new HungError(
          `${lookers.count - lookers.heard(offerId)} of ${lookers.count} open pages did not hear of it`,
        )
      throw error
    },
  )
}

/** Every acknowledged move is in the log, no move is there twice, and versions have no gap. */
async function judgeTable(ledger: Ledger, { tableId, opener, acknowledged }: LiveTable): Promise<void> {
  const table = await until('a table can be read', async () => {
    const query = { as: opener.person.address }
    return (await opener.visitor.client.request('table', { params: { tableId }, query })).table
  })
  const versions = table.log.filter((entry) => entry.kind === 'version')
  const notes = versions.map(({ note }) => note)
  for (const note of acknowledged) if (!notes.includes(note)) ledger.fault('lost', `${note} at table ${tableId}`)
  for (const note of new Set(notes))
    if (notes.filter((each) => each === note).length > 1) ledger.fault('doubled', `${note} at table ${tableId}`)
  if (versions.some(({ version }, index) => version !== index + 1))
    ledger.fault('wrong', `table ${tableId} has versions ${versions.map(({ version }) => version).join(' ')}`)
}

async function judgeSessions(ledger: Ledger, { sessions }: TradeRecord): Promise<void> {
  for (const { visitor, person } of sessions) {
    const session = await until('a session can be read', async () => visitor.client.request('session'))
    if (session.session?.address !== person.address) ledger.fault('lost', `the session of ${person.address}`)
  }
}

async function judgeMarks(ledger: Ledger, { marks }: TradeRecord): Promise<void> {
  for (const { visitor, person, itemId } of marks) {
    const isRead = await until('an inbox can be read', async () => {
      const as = person.address
      for (let cursor: string | undefined; ;) {
        const page = await visitor.client.request('inbox', {
          query: { as, ...(cursor === undefined ? {} : { cursor }) },
        })
        const item = page.items.find(({ id }) => id === itemId)
        if (item) return item.isRead ? 'read' : 'unread'
        if (page.nextCursor === null) return 'gone'
        cursor = page.nextCursor
      }
    })
    if (isRead === 'unread') ledger.fault('lost', `the mark of ${itemId}`)
  }
}

/** The index equals one made from the chain alone, and what clients were answered. */
async function judgeIndex(topology: Topology, site: Site, { told }: TradeRecord): Promise<void> {
  const replay = await topology.replay()
  const visitor = new Visitor(site, 'comparing', 80_000)
  try {
    for (const [offerId, state] of told) {
      const path = `/api/swap-offers/${offerId}`
      const wanted = await until('the replay has the offer', async () => {
        const answer = await fetch(replay.url + path)
        return answer.ok && (await answer.text())
      })
      const ours = await until('the offer can be read', () => visitor.get(path))
      if (ours !== wanted)
        site.ledger.fault('wrong', `offer ${offerId} differs from the chain's: ${ours} and ${wanted}`)
      if (state === 'completed' && !ours.includes('"status":"completed"'))
        site.ledger.fault('lost', `the swap of ${offerId}`)
    }
  } finally {
    visitor.leave()
    await replay.stop()
  }
}
