import { describe, expect, it, vi } from 'vitest'
import {
  type AskedRequest,
  type PageClient,
  startWorker,
  type ToPage,
  type WorkerCache,
  type WorkerEvents,
  type WorkerListeners,
  type WorkerScope,
} from '../../src/worker/worker.ts'

const origin = 'https://swap.example'

/** The document of a build, as the server sends it. */
function documentOf(build: string): string {
  return `<link rel="stylesheet" href="/assets/style-${build}.css"><div id="root"></div><script type="module" crossorigin src="/assets/index-${build}.js"></script>`
}

class GivenCache implements WorkerCache {
  readonly #entries = new Map<string, Response>()
  match = async (path: string) => this.#entries.get(new URL(path, origin).href)?.clone()
  put = async (path: string, answer: Response) => void this.#entries.set(new URL(path, origin).href, answer)
  keys = async () => [...this.#entries.keys()].map((url) => ({ url }))
  delete = async (url: string) => this.#entries.delete(url)
  get paths(): string[] {
    return [...this.#entries.keys()].map((url) => url.slice(origin.length)).toSorted()
  }
}

interface GivenPage extends PageClient {
  readonly heard: ToPage[]
}

/** An open page that answers the worker's questions as told, or not at all. */
function givenPage({ answer, ...page }: Partial<PageClient> & { readonly answer?: boolean }): GivenPage {
  const heard: ToPage[] = []
  return {
    url: `${origin}/p2p`,
    visibilityState: 'visible',
    focused: false,
    focus: vi.fn<() => Promise<void>>(async () => undefined),
    heard,
    postMessage: (message, [port]) => {
      heard.push(message)
      if (answer !== undefined && port instanceof MessagePort) port.postMessage(answer)
    },
    ...page,
  }
}

type Listeners = { -readonly [Name in keyof WorkerListeners]?: WorkerListeners[Name] }

/** A browser around the worker: its cache, pages, notifications and connection. */
class GivenWorker implements WorkerScope {
  readonly location = { origin }
  readonly cache = new GivenCache()
  readonly caches = { open: async () => this.cache }
  readonly pages: GivenPage[] = []
  readonly shown: { readonly title: string; readonly options: NotificationOptions }[] = []
  readonly opened: string[] = []
  /** What the server answers; a path without an answer can't be reached. */
  readonly site = new Map<string, () => Promise<Response>>()
  readonly #listeners: Listeners = {}
  readonly clients = {
    claim: async () => undefined,
    matchAll: async () => this.pages,
    openWindow: async (url: string) => this.opened.push(url),
  }
  /** Notifications in view. One of the same tag replaces the one before. */
  readonly inView = new Set<NotificationOptions>()
  readonly registration = {
    getNotifications: async () =>
      [...this.inView].map((options) => ({ data: options.data, close: () => void this.inView.delete(options) })),
    showNotification: async (title: string, options: NotificationOptions) => {
      this.shown.push({ title, options })
      for (const before of this.inView) if (before.tag && before.tag === options.tag) this.inView.delete(before)
      this.inView.add(options)
    },
    pushManager: {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => ({
        toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'P', auth: 'A' } }),
      }),
    },
  }
  /** What it sent, by path. */
  readonly sent: { readonly path: string; readonly body: unknown }[] = []

  constructor() {
    startWorker(this)
  }

  skipWaiting = async () => undefined

  fetch = async (asked: AskedRequest | string, init?: RequestInit): Promise<Response> => {
    if (typeof init?.body === 'string' && typeof asked === 'string')
      this.sent.push({ path: asked, body: JSON.parse(init.body) })
    const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, origin)
    const answer = this.site.get(pathname)
    if (!answer) throw new TypeError('no connection')
    return answer()
  }

  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: WorkerListeners[Name]): void {
    this.#listeners[name] = listener
  }

  /** Hands over an event, and waits for all that the worker does about it. */
  async hand<Name extends keyof WorkerEvents>(
    name: Name,
    event: (waitUntil: (work: Promise<unknown>) => void) => WorkerEvents[Name],
  ): Promise<void> {
    const work: Promise<unknown>[] = []
    this.#listeners[name]?.(event((more) => void work.push(more)))
    await Promise.allSettled(work)
  }

  async install(): Promise<void> {
    await this.hand('install', (waitUntil) => ({ waitUntil }))
  }

  /** A page says what it has loaded. */
  async say(visited: readonly unknown[]): Promise<void> {
    await this.hand('message', (waitUntil) => ({ waitUntil, data: { visited } }))
  }

  /** @returns the worker's answer, if it gives one. */
  async visit(path: string, mode: RequestMode = 'navigate'): Promise<string | undefined> {
    let answer: Promise<Response> | undefined
    const request: AskedRequest = { url: origin + path, method: 'GET', mode }
    const respondWith = (response: Promise<Response>) => void (answer = response)
    await this.hand('fetch', (waitUntil) => ({ waitUntil, request, respondWith }))
    return (await answer)?.text()
  }

  deploy(build: string): void {
    this.site.clear()
    for (const path of ['/shell', '/p2p', '/inbox']) this.site.set(path, async () => new Response(documentOf(build)))
    for (const path of [`/assets/style-${build}.css`, `/assets/index-${build}.js`, `/assets/later-${build}.js`])
      this.site.set(path, async () => new Response(path))
  }

  async push(text: string | null): Promise<void> {
    await this.hand('push', (waitUntil) => ({ waitUntil, data: text === null ? null : { text: () => text } }))
  }

  async click(path: unknown): Promise<void> {
    const notification = { data: { path }, close: () => undefined }
    await this.hand('notificationclick', (waitUntil) => ({ waitUntil, notification }))
  }

  async kept(): Promise<string | undefined> {
    return (await this.cache.match('/shell'))?.text()
  }
}

/** A worker that has seen the first build. */
async function givenVisited(): Promise<GivenWorker> {
  const worker = new GivenWorker()
  worker.deploy('one')
  await worker.install()
  return worker
}

const id = `offer-received:0x${'12'.repeat(32)}`
const note = { tag: 'a1b2', about: 'offer', needsYou: true, other: '0x90F7…b906', path: '/p2p/0x12', id }

describe('given a page that was visited once', () => {
  it('draws without the server, from the files of one build', async () => {
    const worker = await givenVisited()
    await worker.say(['/assets/later-one.js', 'https://evil.example/assets/x.js', 7])
    worker.site.clear()
    expect(await worker.visit('/p2p/0x12')).toBe(documentOf('one'))
    for (const path of ['/assets/index-one.js', '/assets/style-one.css', '/assets/later-one.js'])
      expect(await worker.visit(path, 'cors')).toBe(path)
  })

  it("never keeps a document that carries an offer, so that an offer's old state is never drawn", async () => {
    const worker = await givenVisited()
    for (const state of ['active', 'completed']) {
      worker.site.set('/p2p/0x12', async () => new Response(`${documentOf('one')}${state}`))
      expect(await worker.visit('/p2p/0x12')).toBe(`${documentOf('one')}${state}`)
    }
    await worker.say([])
    worker.site.clear()
    expect(await worker.visit('/p2p/0x12')).toBe(documentOf('one'))
    expect(worker.cache.paths.filter((path) => path.startsWith('/p2p'))).toEqual([])
  })

  it('draws while the server or its proxy fails', async () => {
    const worker = await givenVisited()
    worker.site.set('/p2p', async () => new Response('bad gateway', { status: 502 }))
    expect(await worker.visit('/p2p')).toBe(documentOf('one'))
  })

  it('never draws an old page after a deployment, and forgets the files of the old build', async () => {
    const worker = await givenVisited()
    worker.deploy('two')
    expect(await worker.visit('/p2p')).toBe(documentOf('two'))
    const page = givenPage({})
    worker.pages.push(page)
    await worker.say([])
    expect(worker.cache.paths).toEqual(['/assets/index-two.js', '/assets/style-two.css', '/shell'])
    expect(page.heard).toEqual([{ type: 'updated' }])
  })

  it("doesn't keep a proxy's document as one of its files", async () => {
    const worker = await givenVisited()
    const login = () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } })
    worker.site.set('/assets/later-one.js', async () => login())
    await worker.say(['/assets/later-one.js'])
    await worker.visit('/assets/later-one.js', 'cors')
    expect(worker.cache.paths).not.toContain('/assets/later-one.js')
  })

  it('keeps the build that draws where the new one cannot be fetched whole', async () => {
    const worker = await givenVisited()
    worker.deploy('two')
    worker.site.delete('/assets/index-two.js')
    await worker.say([])
    expect(await worker.kept()).toBe(documentOf('one'))
    worker.site.set('/shell', async () => new Response('<h1>Log in to this hotel</h1>'))
    await worker.say([])
    expect(await worker.kept()).toBe(documentOf('one'))
  })

  it('draws what it has while the server takes too long, and hears of a new build afterwards', async () => {
    vi.useFakeTimers()
    try {
      const worker = await givenVisited()
      worker.site.set('/p2p', () => new Promise((late) => setTimeout(late, 20_000, new Response(documentOf('two')))))
      const page = worker.visit('/p2p')
      await vi.advanceTimersByTimeAsync(3_000)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await page).toBe(documentOf('one'))
    } finally {
      vi.useRealTimers()
    }
  })
})

it.each([
  ['/api/config', 'navigate'],
  ['/api/offers/0x12/expiry.ics', 'navigate'],
  ['/parley.svg', 'navigate'],
  ['/api/swap-offers/creator/0x12', 'cors'],
  ['/socket.io/', 'cors'],
] as const)('leaves %s to the browser', async (path, mode) => {
  const worker = new GivenWorker()
  worker.deploy('one')
  expect(await worker.visit(path, mode)).toBeUndefined()
})

describe('given a push', () => {
  it('is shown once a tag, and opens its page', async () => {
    const worker = new GivenWorker()
    await worker.push(JSON.stringify(note))
    expect(worker.shown).toEqual([
      {
        title: 'An offer needs you',
        options: {
          body: 'With 0x90F7…b906',
          tag: 'a1b2',
          silent: false,
          icon: '/icons/icon-192.png',
          data: { id, tag: 'a1b2', path: '/p2p/0x12' },
        },
      },
    ])
    await worker.click('/p2p/0x12')
    expect(worker.opened).toEqual(['/p2p/0x12'])
  })

  it('is gone at once, without a sound, where a page in sight has told the same', async () => {
    const worker = new GivenWorker()
    worker.pages.push(givenPage({ visibilityState: 'hidden', answer: true }))
    await worker.push(JSON.stringify(note))
    expect(worker.shown).toHaveLength(1)
    worker.pages.push(givenPage({ answer: false }))
    await worker.push(JSON.stringify(note))
    expect(worker.shown).toHaveLength(2)
    worker.pages.push(givenPage({ answer: true }))
    await worker.push(JSON.stringify(note))
    // Safari ends a subscription whose pushes show nothing.
    expect(worker.shown.map(({ options }) => options.silent)).toEqual([false, false, true])
    expect(worker.inView.size).toBe(0)
    expect(worker.pages[2]?.heard).toEqual([{ type: 'told', id }])
  })

  it('is not shown again after the page itself has shown it', async () => {
    const worker = new GivenWorker()
    await worker.registration.showNotification('An offer for you', { data: { id } })
    await worker.push(JSON.stringify(note))
    expect(worker.shown[1]?.options.silent).toBe(true)
    expect([...worker.inView]).toEqual([{ data: { id } }])
  })

  it.each([
    [{ needsYou: false }, 'News about an offer'],
    [{ about: 'table' }, 'A table needs you'],
    [{ about: 'table', needsYou: false }, 'News about a table'],
  ])('says of %j no more than "%s"', async (more, title) => {
    const worker = new GivenWorker()
    await worker.push(JSON.stringify({ ...note, ...more, title: 'Sign this', body: 'seed phrase' }))
    expect(worker.shown.map((one) => [one.title, one.options.body])).toEqual([[title, 'With 0x90F7…b906']])
  })

  it('is shown where a page in sight does not answer', async () => {
    const worker = new GivenWorker()
    worker.pages.push(givenPage({}))
    await worker.push(JSON.stringify(note))
    expect(worker.shown).toHaveLength(1)
  })

  it('leads an open page there, the one that shows it already first', async () => {
    const worker = new GivenWorker()
    worker.pages.push(givenPage({ focused: true, answer: true }))
    worker.pages.push(givenPage({ url: `${origin}/p2p/0x12`, visibilityState: 'hidden', answer: true }))
    await worker.click('/p2p/0x12')
    expect(worker.pages.map(({ heard }) => heard)).toEqual([[], [{ type: 'open', path: '/p2p/0x12' }]])
    expect(worker.pages[1]?.focus).toHaveBeenCalled()
    expect(worker.opened).toEqual([])
  })

  it.each([
    'not JSON',
    'null',
    '7',
    '[]',
    '{}',
    JSON.stringify({ ...note, tag: '' }),
    JSON.stringify({ ...note, about: 'money' }),
    JSON.stringify({ ...note, id: 7 }),
  ])('shows nothing of %s, only that there is news', async (text) => {
    const worker = new GivenWorker()
    await worker.push(text)
    await worker.push(null)
    const options = { tag: 'unread', icon: '/icons/icon-192.png' }
    expect(worker.shown).toEqual([
      { title: 'News from Parley', options },
      { title: 'News from Parley', options },
    ])
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\t/evil.example',
    '/p2p?x=//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    7,
  ])('opens the inbox in place of %s', async (path) => {
    const worker = new GivenWorker()
    await worker.click(path)
    expect(worker.opened).toEqual(['/inbox'])
  })
})

describe('given a subscription that the browser has ended', () => {
  async function changed(isOn: boolean, address: string | null, isEnded = false) {
    const worker = new GivenWorker()
    worker.site.set('/api/session', async () => Response.json({ success: true, session: address && { address } }))
    worker.site.set('/api/inbox/settings', async () =>
      Response.json({ success: true, push: { key: 'KEY', isOn, isEnded } }),
    )
    worker.site.set('/api/push/subscription', async () => Response.json({ success: true }))
    await worker.hand('pushsubscriptionchange', (waitUntil) => ({ waitUntil }))
    return worker.sent
  }

  it('subscribes again with the key of the server and tells it, for the wallet that is signed in', async () => {
    const body = { endpoint: 'https://push.example/KEY', keys: { p256dh: 'P', auth: 'A' } }
    expect(await changed(true, '0xB0b')).toEqual([{ path: '/api/push/subscription?as=0xB0b', body }])
    // A push may have found out before.
    expect(await changed(false, '0xB0b', true)).toEqual([{ path: '/api/push/subscription?as=0xB0b', body }])
  })

  it('sends nothing where push was off, or no wallet is signed in', async () => {
    expect(await changed(false, '0xB0b')).toEqual([])
    expect(await changed(true, null)).toEqual([])
  })
})
