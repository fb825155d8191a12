import type { Address } from '@parley/domain'
import { type TableHead, tableEventsPath } from '@parley/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import type { Random } from '../../art/random.ts'
import { type Browser, openBrowser, signedIn, type Signer } from '../../signIn.ts'
import { Breach } from '../breach.ts'
import type { Line } from '../crowd.ts'
import {
  type Answer,
  HttpClient,
  type Request as HttpRequest,
  siteOrigin,
  sourceAt,
  sourceHeaders,
  type Source,
} from '../network.ts'
import { sendByHand } from './byHand.ts'
import { hexOf, whole, type Scene } from './surface.ts'

const answerTimeoutMs = 60_000

/** A stranger who is signed in with a wallet of their own. */
export interface Stranger {
  readonly address: Address
  readonly source: Source
  readonly browser: Browser
  /** Keep-alive connections from their source. */
  readonly http: HttpClient
}

export function keyOf(dice: Random) {
  return privateKeyToAccount(`0x${hexOf(dice, 64)}`)
}

/** A machine of its own, so that it isn't refused for what others have done before. */
export function freshSource(scene: Scene, dice: Random): Source {
  return sourceAt(scene.crowd.door, `127.70.${whole(dice, 1, 250)}.${whole(dice, 1, 250)}`)
}

/** Null where a limit, or a server with too much to do, keeps the stranger out. */
export async function enter(scene: Scene, account: Signer, source: Source): Promise<Stranger | null> {
  const { door } = scene.crowd
  const http = new HttpClient(door, source)
  const page = openBrowser(`http://127.0.0.1:${door.port}`, { origin: siteOrigin }, through(http))
  try {
    await page.client.request('signIn', { body: await signedIn(page, account) })
    return { address: account.address, source, browser: page, http }
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    for (const one of [error, cause]) if (one instanceof Breach) throw one
    return null
  } finally {
    // Later requests open connections of their own.
    http.close()
  }
}

/** `fetch` from where the stranger is, which its own can't choose. */
function through(http: HttpClient): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { status, headers, body } = await sendFrom(http, {
      method: init?.method ?? 'GET',
      path: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : undefined,
    })
    const cookies = (headers['set-cookie'] ?? []).map((cookie): [string, string] => ['set-cookie', cookie])
    return new Response(new Uint8Array(body), { status, headers: [['content-type', 'application/json'], ...cookies] })
  }
}

/** Asks over a stranger's connections, which stay open between requests. */
export function send({ http, browser }: Stranger, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { ...browser.headers(), ...(body !== undefined && { 'content-type': 'application/json' }) }
  return sendFrom(http, { method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) })
}

async function sendFrom(http: HttpClient, request: HttpRequest): Promise<Answer> {
  const answer = await http.ask(request, answerTimeoutMs)
  const { method, path } = request
  if (answer.status === 500) throw new Breach('fault', `${method} ${path.slice(0, 120)}: status 500`)
  return answer
}

export const json = 'content-type: application/json'

export async function ask(scene: Scene, { source, browser }: Stranger, sent: { path: string; body?: unknown }) {
  const { origin = '', cookie = '' } = browser.headers()
  const headers = [json, `origin: ${origin}`, ...(cookie ? [`cookie: ${cookie}`] : [])]
  const { path, body } = sent
  const method = body === undefined ? 'GET' : 'POST'
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { status, text: answer } = await sendByHand(scene, source, { method, path, headers, body: text })
  return { status, body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

export const emptySide = { nfts: [], wei: '0' }
export const emptyDeal = { opener: emptySide, guest: emptySide, durationMinutes: 60 }

/** Every request about one table, by its id. */
export function requestsAbout(id: string, as: string): readonly { readonly path: string; readonly body?: unknown }[] {
  const own = `/api/tables/${id}`
  const move = (name: string, body: unknown) => ({ path: `${own}/${name}?as=${as}`, body })
  return [
    { path: `${own}?as=${as}` },
    { path: `${tableEventsPath}?as=${as}&table=${id}` },
    move('versions', { base: 1, deal: emptyDeal, isReady: true }),
    move('ready', { version: 1, isReady: true }),
    move('decline', { version: 1, reason: 'not-now' }),
    move('withdraw', { version: 1 }),
    move('notes', { text: 'hello' }),
    move('locker', { version: 1, locker: 'guest' }),
    move('lock', { version: 1, offerId: `0x${'1'.repeat(64)}` }),
    move('leave', {}),
    move('report', { text: 'x' }),
  ]
}

export function tableIn(body: string): Omit<TableHead, 'seen'> & { readonly seen: null } {
  const { table }: { table: TableHead } = JSON.parse(body)
  return { ...table, seen: null }
}

export async function openTable(scene: Scene, stranger: Stranger, guest: string): Promise<string | null> {
  const body = { with: guest, deal: emptyDeal, isReady: false }
  const answer = await ask(scene, stranger, { path: `/api/tables?as=${stranger.address}`, body })
  return answer.status === 201 ? tableIn(answer.body).tableId : null
}

export async function sit(scene: Scene, { source, browser, address }: Stranger, tableId: string): Promise<Line> {
  const line = await scene.crowd.connect(source)
  const { cookie = '' } = browser.headers()
  const headers = { ...sourceHeaders(source), cookie, accept: 'text/event-stream' }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  line.write(`GET ${tableEventsPath}?as=${address}&table=${tableId} HTTP/1.1\r\n${head.join('')}\r\n`)
  return line
}

/** The browser as it is, whatever becomes of its cookie. */
export function frozen({ client, headers }: Browser): Browser {
  const now = headers()
  return { client, headers: () => now }
}
