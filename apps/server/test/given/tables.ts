import type { Address, Nft, TableDeal } from '@parley/domain'
import {
  ApiError,
  dealToWire,
  type TableEvent,
  tableEventSchema,
  tableEventsPath,
  type TableHead,
  type WireDeal,
  type WireTable,
} from '@parley/protocol'
import { type Browser, type MemberClient, signInAs, wallets } from '@parley/testkit'
import type { DatabaseEnv } from './engines.ts'
import type { Market, Person } from './market.ts'
import { listenTo } from './rawClient.ts'
import { startTestServer, type TestServer, until } from './testServer.ts'

/** A signed-in person at one server. */
export interface Member {
  readonly address: Address
  /** What every request names. */
  readonly as: { readonly as: Address }
  readonly api: MemberClient
  readonly browser: Browser
  readonly url: string
}

export async function signIn(url: string, person: Person): Promise<Member> {
  const browser = await signInAs(url, wallets[person])
  const { address } = wallets[person].account
  return { address, as: { as: address }, api: browser.client, browser, url }
}

/** A server at which Alice and Bob are signed in. */
export async function serveTwo(
  market: Parameters<typeof startTestServer>[0],
  database: DatabaseEnv,
  env?: Readonly<Record<string, string>>,
): Promise<{ server: TestServer; alice: Member; bob: Member }> {
  const server = await startTestServer(market, database, env)
  return { server, alice: await signIn(server.url, 'alice'), bob: await signIn(server.url, 'bob') }
}

interface Terms {
  readonly opener?: readonly Nft[]
  readonly guest?: readonly Nft[]
  readonly openerWei?: bigint
  readonly guestWei?: bigint
  readonly durationMinutes?: TableDeal['durationMinutes']
}

export function terms({
  opener = [],
  guest = [],
  openerWei = 0n,
  guestWei = 0n,
  durationMinutes = 1440,
}: Terms): WireDeal {
  return dealToWire({
    opener: { nfts: opener, wei: openerWei },
    guest: { nfts: guest, wei: guestWei },
    durationMinutes,
  })
}

export async function open(
  { api, as }: Member,
  guest: Pick<Member, 'address'>,
  deal: WireDeal,
  more: { note?: string; isReady?: boolean; portal?: string; counters?: `0x${string}` } = {},
): Promise<WireTable> {
  const body = { with: guest.address, deal, isReady: true, ...more }
  return (await api.request('openTable', { query: as, body })).table
}

/** One person's requests to one table. */
export function at({ api, as: query }: Member, tableId: string) {
  const params = { tableId }
  const tableOf = async (answer: Promise<{ table: WireTable }>) => (await answer).table
  return {
    read: () => tableOf(api.request('table', { params, query })),
    lay: (base: number, deal: WireDeal, { note = '', isReady = false } = {}) =>
      tableOf(api.request('layVersion', { params, query, body: { base, deal, note, isReady } })),
    tick: (version: number, isReady = true) =>
      tableOf(api.request('tickVersion', { params, query, body: { version, isReady } })),
    decline: (version: number, text = '') =>
      tableOf(api.request('declineVersion', { params, query, body: { version, reason: 'own-words', text } })),
    withdraw: (version: number) => tableOf(api.request('withdrawVersion', { params, query, body: { version } })),
    say: (text: string) => tableOf(api.request('sayAtTable', { params, query, body: { text } })),
    pass: (version: number, locker: 'opener' | 'guest') =>
      tableOf(api.request('passLock', { params, query, body: { version, locker } })),
    lock: (version: number, offerId: `0x${string}`) =>
      tableOf(api.request('lockTable', { params, query, body: { version, offerId } })),
    leave: () => tableOf(api.request('leaveTable', { params, query, body: {} })),
    report: (text: string) => api.request('reportTable', { params, query, body: { text } }),
  }
}

/** Changes whom a wallet lets in. */
export async function setInbound(
  { api, as }: Member,
  body: NonNullable<Parameters<typeof api.request<'changeInbound'>>[1]>['body'],
) {
  return api.request('changeInbound', { query: as, body: body ?? {} })
}

/** A raw answer, for details that the client hides. */
export async function send({ url, browser }: Member, method: 'GET' | 'POST', path: string, body?: unknown) {
  const init = { method, headers: { ...browser.headers(), 'content-type': 'application/json' } }
  const response = await fetch(url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer }
}

/** 'opened', or why not. Leaves the table again. */
export async function tryToOpen(opener: Member, guest: Member): Promise<string> {
  const refusal = await refusalOf(open(opener, guest, terms({})))
  if (refusal === null) await at(opener, (await open(opener, guest, terms({}))).tableId).leave()
  return refusal ?? 'opened'
}

/** A refused request's status and code; null if it succeeded. */
export async function refusalOf(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${error.status} ${error.code}`
  }
}

/** A member's open page, at a table if one is given. */
export interface TablePage {
  readonly status: number | undefined
  readonly events: readonly TableEvent[]
  /** The newest head, of its own table where it sits at one. Changes of each table come in their own order. */
  head(): TableHead | undefined
  /** Who sits at its table. */
  here(): { readonly opener: boolean; readonly guest: boolean } | undefined
  readonly ended: Promise<'ended' | 'cut'>
  leave(): void
}

export async function openTablePage({ url, as, browser }: Member, table?: string): Promise<TablePage> {
  const query = new URLSearchParams({ ...as, ...(table === undefined ? {} : { table }) })
  const page = await listenTo(`${url}${tableEventsPath}?${query}`, tableEventSchema, browser.headers())
  if (page.status === 200) await until(async () => page.events.length > 0)
  return {
    status: page.status,
    events: page.events,
    head: () =>
      page.events
        .flatMap((event) => ('table' in event && event.table ? [event.table] : []))
        .findLast(({ tableId }) => table === undefined || tableId === table),
    here: () => page.events.flatMap((event) => ('here' in event && event.here ? [event.here] : [])).at(-1),
    ended: page.ended,
    leave: page.leave,
  }
}

/** Has the two agree on one NFT for one, after closing their open tables. */
export async function agreeOnOne(
  market: Market,
  { alice, bob }: { readonly alice: Member; readonly bob: Member },
  durationMinutes?: TableDeal['durationMinutes'],
) {
  const { tables } = await alice.api.request('tables', { query: alice.as })
  for (const { tableId } of tables)
    await at(alice, tableId)
      .leave()
      .catch(() => undefined)
  const [give, want] = [await market.mint('alice'), await market.mint('bob')]
  const deal = terms({ opener: [give], guest: [want], ...(durationMinutes && { durationMinutes }) })
  const { tableId } = await open(alice, bob, deal)
  const [hers, his] = [at(alice, tableId), at(bob, tableId)]
  await his.tick(1)
  return { tableId, hers, his, give, want }
}
