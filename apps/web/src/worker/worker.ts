import { pushText } from '../text/push.lazy.ts'
import { type OwnPushManager, renewSubscription } from './renewSubscription.ts'

/**
 * What a service worker has, as far as ours uses it. The page's types have no such scope, and a test brings its own.
 */
export interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly caches: { open(name: string): Promise<WorkerCache> }
  readonly clients: WorkerClients
  readonly registration: WorkerRegistration
  fetch(request: AskedRequest | string, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: WorkerListeners[Name]): void
}

/** What the browser asks the worker for. */
export type AskedRequest = Pick<Request, 'url' | 'method' | 'mode'>

export interface WorkerCache {
  match(path: string, options?: { ignoreVary: boolean }): Promise<Response | undefined>
  put(path: string, answer: Response): Promise<void>
  keys(): Promise<readonly { readonly url: string }[]>
  delete(url: string): Promise<boolean>
}

interface WorkerClients {
  claim(): Promise<void>
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PageClient[]>
  openWindow(url: string): Promise<unknown>
}

/** An open page of the site. */
export interface PageClient {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  readonly focused: boolean
  focus(): Promise<unknown>
  postMessage(message: ToPage, transfer: Transferable[]): void
}

interface WorkerRegistration {
  readonly navigationPreload?: { enable(): Promise<void> }
  readonly pushManager?: OwnPushManager
  getNotifications(): Promise<readonly { readonly data: unknown; close(): void }[]>
  showNotification(title: string, options: NotificationOptions): Promise<void>
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerEvents {
  readonly install: Extendable
  readonly activate: Extendable
  readonly fetch: FetchAsked
  readonly message: Extendable & { readonly data: unknown }
  readonly push: Extendable & { readonly data: { text(): string } | null }
  readonly pushsubscriptionchange: Extendable
  readonly notificationclick: Extendable & { readonly notification: ShownNotification }
}

export type WorkerListeners = { readonly [Name in keyof WorkerEvents]: (event: WorkerEvents[Name]) => void }

interface FetchAsked extends Extendable {
  readonly request: AskedRequest
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface ShownNotification {
  readonly data: unknown
  close(): void
}

/** What the worker says to an open page; answered on the port that comes with it, except `updated`. */
export type ToPage =
  | { readonly type: 'open'; readonly path: string }
  | { readonly type: 'told'; readonly id: string }
  | { readonly type: 'updated' }

/** What a push says (decision I2), as `pushMessageSchema` has it; the schema's library is larger than the worker. */
interface PushNote {
  readonly tag: string
  readonly about: 'offer' | 'table'
  readonly needsYou: boolean
  /** The other party's address, shortened. */
  readonly other: string
  readonly path: string
  /** Of the item in the inbox. */
  readonly id: string
}

/** The worker's only store: an undrawn document, and the files that pages have used. */
const shellCache = 'shell'
const shellPath = '/shell'
/** A document that takes longer is drawn from the cache, if it is there. */
const patienceMs = 3_000
/** A visible page answers at once, or isn't one of ours that can. */
const pageAnswerMs = 500
/** Files of the page beyond this many are the browser's own cache's to keep. */
const maxFiles = 400

/** Handles everything that the browser asks of the service worker. */
export function startWorker(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => {
    event.waitUntil(Promise.all([keepShell(scope).catch(() => undefined), scope.skipWaiting()]))
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([scope.clients.claim(), scope.registration.navigationPreload?.enable()]))
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    if (request.mode === 'navigate') {
      if (isPage(pathname)) event.respondWith(answerPage(scope, event))
    } else if (isFile(pathname)) event.respondWith(answerFile(scope, event))
  })
  scope.addEventListener('message', (event) => {
    const files = visitedFiles(event.data)
    if (files) event.waitUntil(heedVisit(scope, files).catch(() => undefined))
  })
  scope.addEventListener('push', (event) => event.waitUntil(heedPush(scope, event.data)))
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renewSubscription(scope, scope.registration.pushManager).catch(() => undefined))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(scope, ownPath(fields(event.notification.data)['path'])))
  })
}

/** As the server has it: anything but the API, and but a path that ends like a file. */
function isPage(path: string): boolean {
  return !/^\/(api|alive|health|assets|socket\.io)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
}

/** Names with a hash in them: the content never changes. */
function isFile(path: string): boolean {
  return path.startsWith('/assets/')
}

/**
 * The server's document, whenever it answers in time. Otherwise the last one known: it draws, reads the chain, and asks for
 * a reload once it learns of a newer build.
 */
async function answerPage({ caches, fetch }: WorkerScope, event: FetchAsked): Promise<Response> {
  const fresh = (async () => (await event.preloadResponse) ?? (await fetch(event.request)))()
  const soon = await Promise.race([
    fresh.catch(() => null),
    new Promise<null>((late) => setTimeout(late, patienceMs, null)),
  ])
  if (soon && soon.status < 500) return soon
  const shell = await (await caches.open(shellCache)).match(shellPath)
  event.waitUntil(fresh.catch(() => undefined))
  return shell ?? fresh
}

async function answerFile({ caches, fetch }: WorkerScope, event: FetchAsked): Promise<Response> {
  const cache = await caches.open(shellCache)
  const kept = await cache.match(event.request.url, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  if (isKeepable(answer)) event.waitUntil(cache.put(event.request.url, answer.clone()).catch(() => undefined))
  return answer
}

/** Files that an open page has loaded, as it says once it is idle. */
function visitedFiles(message: unknown): readonly string[] | null {
  const { visited } = fields(message)
  if (!Array.isArray(visited)) return null
  return visited.filter((path): path is string => typeof path === 'string' && isFile(path)).slice(0, maxFiles)
}

/** Keeps what the page loaded before the worker was there, and the newest document. */
async function heedVisit(scope: WorkerScope, files: readonly string[]): Promise<void> {
  const cache = await scope.caches.open(shellCache)
  await Promise.all(files.map((path) => keepFile(scope, cache, path).catch(() => undefined)))
  if (await keepShell(scope)) for (const page of await openPages(scope)) page.postMessage({ type: 'updated' }, [])
}

/**
 * Fetches the document and keeps it with all its files.
 *
 * Without them it would draw nothing. Files of an older build go.
 *
 * @returns whether another build was kept until now.
 */
async function keepShell(scope: WorkerScope): Promise<boolean> {
  const answer = await scope.fetch(shellPath, { cache: 'no-cache', credentials: 'omit' })
  if (!answer.ok || answer.redirected) return false
  const html = await answer.clone().text()
  // A captive portal or a proxy may answer with a page of its own.
  if (!html.includes('id="root"')) return false
  const cache = await scope.caches.open(shellCache)
  const before = await (await cache.match(shellPath))?.text()
  const files = filesIn(html)
  await Promise.all(files.map((path) => keepFile(scope, cache, path)))
  await cache.put(shellPath, answer)
  const isNew = before !== undefined && buildOf(before) !== buildOf(html)
  if (isNew || (await cache.keys()).length > maxFiles) await dropFiles(cache, scope, new Set([shellPath, ...files]))
  return isNew
}

async function keepFile({ fetch }: WorkerScope, cache: WorkerCache, path: string): Promise<void> {
  if (await cache.match(path, { ignoreVary: true })) return
  const answer = await fetch(path)
  if (!isKeepable(answer)) throw new Error(`${path} is not there`)
  await cache.put(path, answer)
}

/** A proxy may answer with a document of its own, which would be kept as that file for as long as the build. */
function isKeepable({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && !/^text\/html/i.test(headers.get('content-type') ?? '')
}

async function dropFiles(cache: WorkerCache, { location }: WorkerScope, kept: ReadonlySet<string>): Promise<void> {
  for (const { url } of await cache.keys()) if (!kept.has(url.slice(location.origin.length))) await cache.delete(url)
}

function filesIn(html: string): readonly string[] {
  return [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

/** What tells builds apart: their entry, and the contracts that they are for. */
function buildOf(html: string): string {
  const deployment = /<script[^>]*id="deployment"[^>]*>[^<]*/.exec(html)?.[0] ?? ''
  return (/<script[^>]*type="module"[^>]*>/.exec(html)?.[0] ?? '') + deployment
}

function openPages({ clients }: WorkerScope): Promise<readonly PageClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/**
 * Shows a push. A second one of its tag replaces the first without ringing.
 *
 * Browsers end subscriptions whose pushes show nothing: Safari after three. So one that a page in sight lists, or that a
 * page has shown, is shown silently in place of it, and is gone at once.
 */
async function heedPush(scope: WorkerScope, data: { text(): string } | null): Promise<void> {
  const { registration } = scope
  const icon = '/icons/icon-192.png'
  const note = readPush(data?.text() ?? '')
  if (!note) return registration.showNotification(pushText.unread, { tag: 'unread', icon })
  const { tag, about, needsYou, other, path, id } = note
  const silent = await isTold(scope, note)
  await registration.showNotification(needsYou ? pushText[about] : pushText[`${about}News`], {
    body: pushText.with(other),
    tag,
    silent,
    icon,
    data: { id, tag, path },
  })
  if (silent) for (const shown of await registration.getNotifications()) if (isOf(shown.data, id, tag)) shown.close()
}

/** Whether a page in sight lists it, or a page has shown it. */
async function isTold(scope: WorkerScope, { id, tag }: PushNote): Promise<boolean> {
  for (const page of await openPages(scope))
    if (page.visibilityState === 'visible' && (await ask(page, { type: 'told', id }))) return true
  const shown = await scope.registration.getNotifications()
  return shown.some(({ data }) => isOf(data, id) && !isOf(data, id, tag))
}

/** Whether a notification is about an item, and of a tag if one is given. */
function isOf(data: unknown, id: string, tag?: string): boolean {
  const { id: knownId, tag: knownTag } = fields(data)
  return knownId === id && (tag === undefined || knownTag === tag)
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function readPush(text: string): PushNote | null {
  try {
    const { tag, about, needsYou, other, path, id } = fields(JSON.parse(text))
    const isWhole = typeof tag === 'string' && tag !== '' && typeof id === 'string' && typeof other === 'string'
    if (!isWhole || (about !== 'offer' && about !== 'table')) return null
    return { tag, about, needsYou: needsYou === true, other, path: ownPath(path), id }
  } catch {
    return null
  }
}

const inboxPath = '/inbox'

/** A path of this site; anything else opens the inbox. */
function ownPath(path: unknown): string {
  return typeof path === 'string' && /^\/[\w-][\w/-]*$/.test(path) ? path : inboxPath
}

/** Takes an open page there without losing what is on it, or opens one. */
async function openPage(scope: WorkerScope, path: string): Promise<void> {
  const pages = (await openPages(scope)).toSorted((one, other) => rankOf(other, path) - rankOf(one, path))
  for (const page of pages) {
    if (!(await ask(page, { type: 'open', path }))) continue
    await page.focus().catch(() => undefined)
    return
  }
  await scope.clients.openWindow(path)
}

/** The page that shows it already goes first, then one in sight. */
function rankOf({ url, focused, visibilityState }: PageClient, path: string): number {
  return (new URL(url).pathname === path ? 4 : 0) + (focused ? 2 : 0) + (visibilityState === 'visible' ? 1 : 0)
}

/** Asks a page. A page that doesn't answer in time says no. */
function ask(page: PageClient, question: ToPage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), pageAnswerMs)
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer)
      resolve(data === true)
    })
    port1.start()
    page.postMessage(question, [port2])
  }).finally(() => port1.close())
}
