import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import type { Address, Nft, Seat } from '@parley/domain'
import { type TableEvent, tableEventsPath, type WireDeal } from '@parley/protocol'
import { openBrowser, random, signInAs } from '@parley/testkit'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'

/**
 * Pairs of people at tables, in their own process: they add and remove NFTs, and time the event at the other side.
 * For comparison, they send the same bytes through a bare socket. Forked by `table.ts`.
 */
export interface CrowdPlan {
  readonly url: string
  readonly echoUrl: string
  /** Two NFTs per person. The two people of a table are adjacent. */
  readonly nfts: readonly (readonly [contract: Address, tokenId: string])[][]
}

export interface CrowdRun {
  readonly over: 'tables' | 'echo'
  readonly seconds: number
  readonly changesPerS: number
  readonly seed: number
}

/** Milliseconds from sending a change to its arrival at the other side, and how many never arrived. */
export interface CrowdTimes {
  readonly ms: readonly number[]
  readonly lost: number
}

/** Concurrent arrivals. */
const atOnce = 16
/** A change that was answered and takes longer is lost. */
const patienceMs = 10_000
/** One without an answer ends the bench. */
const answerMs = 60_000

interface Person {
  readonly address: Address
  readonly headers: Readonly<Record<string, string>>
  readonly nfts: readonly Nft[]
  readonly client: Awaited<ReturnType<typeof signInAs>>['client']
  echo?: WebSocket
}

interface Pair {
  readonly people: Readonly<Record<Seat, Person>>
  readonly tableId: string
  version: number
  /** Lines of the log that both have. */
  entries: number
  /** Messages through the bare sockets. */
  echoed: number
  /** How many of their two NFTs each has on the table. */
  readonly laid: Record<Seat, number>
  pending: { readonly number: number; readonly startedMs: number; readonly arrived: (ms: number) => void } | null
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** A person's key, made from their number: anvil has too few accounts. */
export function crowdAccount(number: number) {
  return privateKeyToAccount(keccak256(toHex(number + 1)))
}

async function arrive({ url, nfts }: CrowdPlan, number: number): Promise<Person> {
  const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const account = crowdAccount(number)
  const browser = openBrowser(url, { 'x-forwarded-for': network })
  await signInAs(url, { account }, browser)
  const own = (nfts[number] ?? []).map(([contract, tokenId]) => ({ contract, tokenId: BigInt(tokenId) }))
  return { address: account.address, headers: browser.headers(), nfts: own, client: browser.client }
}

function dealOf({ people, laid }: Pick<Pair, 'people' | 'laid'>): WireDeal {
  const side = (seat: Seat) => ({
    nfts: people[seat].nfts
      .slice(0, laid[seat])
      .map(({ contract, tokenId }) => ({ contract, tokenId: String(tokenId) })),
    wei: '0',
  })
  return { opener: side('opener'), guest: side('guest'), durationMinutes: 1440 }
}

async function sitDown(plan: CrowdPlan, opener: Person, guest: Person): Promise<Pair> {
  const people = { opener, guest }
  const laid = { opener: 1, guest: 1 }
  const { table } = await opener.client.request('openTable', {
    query: { as: opener.address },
    body: { with: guest.address, deal: dealOf({ people, laid }), note: '', isReady: false },
  })
  const { tableId, entries } = table
  const pair: Pair = { people, laid, tableId, version: table.version.number, entries, echoed: 0, pending: null }
  await Promise.all([listen(plan, pair, 'opener'), listen(plan, pair, 'guest')])
  return pair
}

/** Subscribes to a table as a page does. */
async function listen({ url, echoUrl }: CrowdPlan, pair: Pair, seat: Seat): Promise<void> {
  const person = pair.people[seat]
  const path = `${url}${tableEventsPath}?as=${person.address}&table=${pair.tableId}`
  const [response] = await once(get(path, { headers: person.headers, agent: false }), 'response')
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`)
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (!data) continue
      // Parsed as little as what comes through the bare socket.
      const event: TableEvent = JSON.parse(data.slice(6))
      if (event.type !== 'table') continue
      pair.entries = Math.max(pair.entries, event.table.entries)
      arrived(pair, seat, event.table.version)
    }
  })
  const echo = new WebSocket(`${echoUrl}/${pair.tableId}`)
  person.echo = echo
  await once(echo, 'open')
  echo.binaryType = 'nodebuffer'
  echo.on('message', (data) => Buffer.isBuffer(data) && arrived(pair, seat, JSON.parse(data.toString()).version))
}

function arrived(pair: Pair, seat: Seat, version: { readonly number: number; readonly by: Seat }): void {
  const { pending } = pair
  if (!pending || version.number !== pending.number || version.by === seat) return
  pair.pending = null
  pending.arrived(performance.now() - pending.startedMs)
}

/** One change: the person adds a second NFT, or removes it. Resolves with the duration, or null if it was lost. */
async function change(pair: Pair, seat: Seat, over: CrowdRun['over']): Promise<number | null> {
  const person = pair.people[seat]
  const laid = pair.laid[seat] === 1 ? 2 : 1
  const deal = dealOf({ people: pair.people, laid: { ...pair.laid, [seat]: laid } })
  const isEcho = over === 'echo'
  const number = (isEcho ? pair.echoed : pair.version) + 1
  const { promise, resolve } = Promise.withResolvers<number | null>()
  pair.pending = { number, startedMs: performance.now(), arrived: resolve }
  if (isEcho) person.echo?.send(JSON.stringify({ deal, version: { number, by: seat } }))
  else await lay(pair, person, JSON.stringify({ base: pair.version, deal, isReady: false, logAfter: pair.entries }))
  // From the answer on: on a busy machine the request itself may wait.
  const timer = setTimeout(() => {
    pair.pending = null
    resolve(null)
  }, patienceMs)
  const ms = await promise
  clearTimeout(timer)
  if (isEcho) pair.echoed = number
  else {
    pair.version = number
    pair.laid[seat] = laid
  }
  return ms
}

async function lay({ tableId }: Pair, { address, headers }: Person, body: string): Promise<void> {
  const sent = request(`${process.env['CROWD_URL']}/api/tables/${tableId}/versions?as=${address}`, {
    method: 'POST',
    agent,
    signal: AbortSignal.timeout(answerMs),
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const text: string = await response
    .setEncoding('utf8')
    .toArray()
    .then((parts: string[]) => parts.join(''))
  if (response.statusCode !== 200)
    throw new Error(`a change was answered ${response.statusCode}: ${text.slice(0, 200)}`)
}

/** Changes at random tables and times: the gaps are those of many independent people. */
async function play(pairs: readonly Pair[], { over, seconds, changesPerS, seed }: CrowdRun): Promise<CrowdTimes> {
  const dice = random(seed)
  const under: Promise<number | null>[] = []
  const busy = new Set<Pair>()
  const endMs = performance.now() + seconds * 1_000
  for (let nextMs = performance.now(); nextMs < endMs; nextMs -= (Math.log(1 - dice()) * 1_000) / changesPerS) {
    const waitMs = nextMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const pair = pairs[Math.floor(dice() * pairs.length)]
    if (!pair || busy.has(pair)) continue
    busy.add(pair)
    under.push(change(pair, dice() < 0.5 ? 'opener' : 'guest', over).finally(() => busy.delete(pair)))
  }
  const times = await Promise.all(under)
  // The server closes connections that rest while the other side is measured.
  agent.destroy()
  const ms = times.filter((time) => time !== null)
  return { ms, lost: times.length - ms.length }
}

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at]
      if (item !== undefined) done[at] = await work(item, at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

async function attend(plan: CrowdPlan): Promise<void> {
  process.env['CROWD_URL'] = plan.url
  const people = await inTurns(plan.nfts, (_, number) => arrive(plan, number))
  const openers = people.filter((_, at) => at % 2 === 0)
  const pairs = await inTurns(openers, (opener, at) => {
    const guest = people[2 * at + 1]
    if (!guest) throw new RangeError('the persons of a table follow each other')
    return sitDown(plan, opener, guest)
  })
  process.on('message', (run: CrowdRun) => void play(pairs, run).then((times) => process.send?.(times)))
  process.send?.('seated')
}

// The bench imports this file too, and a listener for messages would keep it running.
if (process.argv[1] === import.meta.filename) {
  process.once('message', (plan: CrowdPlan) => void attend(plan))
  process.once('disconnect', () => process.exit(1))
}
