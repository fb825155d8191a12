import { type TableHead, tableEventsPath } from '@parley/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import type { Random } from '../../art/random.ts'
import { openBrowser, signInAs, type Browser } from '../../signIn.ts'
import type { Line } from '../crowd.ts'
import { siteOrigin, sourceAt, sourceHeaders, type Source } from '../network.ts'
import { sendByHand } from './byHand.ts'
import { hexOf, whole, type Scene } from './surface.ts'

/** A stranger who is signed in with a wallet of their own. */
export interface Stranger {
  readonly address: string
  readonly source: Source
  readonly browser: Browser
}

export function keyOf(dice: Random) {
  return privateKeyToAccount(`0x${hexOf(dice, 64)}`)
}

/** A machine of its own, so that it isn't refused for what others have done before. */
export function freshSource(scene: Scene, dice: Random): Source {
  return sourceAt(scene.crowd.door, `127.70.${whole(dice, 1, 250)}.${whole(dice, 1, 250)}`)
}

/** Null where the server has no time for another sign-in. */
export async function enter(scene: Scene, account: ReturnType<typeof keyOf>, source: Source): Promise<Stranger | null> {
  const url = `http://127.0.0.1:${scene.crowd.door.port}`
  try {
    const page = openBrowser(url, { ...sourceHeaders(source), origin: siteOrigin })
    return { address: account.address, source, browser: await signInAs(url, { account }, page) }
  } catch {
    return null
  }
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
