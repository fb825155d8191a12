import { inboxKinds } from '@parley/domain'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import ClosedSettings from '../src/pages/inbox/ClosedSettings.lazy.tsx'
import { closedText as words } from '../src/text/push.lazy.ts'
import { aliceAt } from './text/givenLists.ts'
import { alice, openRoom } from './text/room.tsx'

const untilS = Math.floor(Date.now() / 1000) + 86_400

/** Alice's server: her settings, and whether she is signed in. */
class SettingsServer {
  isSignedIn = true
  key: string | null = 'BA'
  muted: string[] = []
  /** The endpoint that it sends pushes to. */
  endpoint: string | null = null
  isEnded = false
  /** An endpoint that its push service has ended. */
  gone: string | null = null
  /** How it answers a subscription, if not with yes. */
  refusal: { status: number; code?: string } | null = null

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://inbox.test')
    if (pathname.startsWith('/api/session') && init?.method === 'POST') this.isSignedIn = false
    if (pathname.startsWith('/api/session'))
      return Response.json({ success: true, session: this.isSignedIn ? { address: alice, expiresAt: untilS } : null })
    if (pathname.startsWith('/api/push/subscription')) {
      const { endpoint = null }: { endpoint?: string | null } = JSON.parse(
        typeof init?.body === 'string' ? init.body : '{}',
      )
      if (this.refusal) return Response.json({ success: false, error: 'no', ...this.refusal }, this.refusal)
      this.endpoint = endpoint
      this.isEnded = endpoint !== null && endpoint === this.gone
    } else if (pathname !== '/api/inbox/settings')
      return Response.json({ success: false, error: 'no' }, { status: 503 })
    if (!this.isSignedIn) return Response.json({ success: false, error: 'no', code: 'sign-in-needed' }, { status: 401 })
    if (pathname === '/api/inbox/settings' && typeof init?.body === 'string') {
      const { mute = [], unmute = [] }: { mute?: string[]; unmute?: string[] } = JSON.parse(init.body)
      this.muted = [...this.muted, ...mute].filter((kind) => !unmute.includes(kind))
    }
    const push = { key: this.key, isOn: this.endpoint !== null && !this.isEnded, isEnded: this.isEnded }
    return Response.json({ success: true, muted: this.muted, push })
  }
}

async function open(
  changed: Partial<Pick<SettingsServer, 'isSignedIn' | 'key' | 'isEnded' | 'gone' | 'endpoint' | 'refusal'>> = {},
): Promise<SettingsServer> {
  const server = Object.assign(new SettingsServer(), changed)
  vi.stubGlobal('fetch', server.fetch)
  await aliceAt(<ClosedSettings viewer={alice} />)(openRoom('general'))
  await screen.findByRole('heading', { name: words.title })
  return server
}

const [endpoint, renewed] = ['https://push.example/1', 'https://push.example/2']

/** A browser with pushes: what it answers, and what it keeps. */
class PushBrowser {
  answer: NotificationPermission = 'granted'
  permission: NotificationPermission = 'default'
  /** The key of its subscription. */
  subscribedWith: string | null = null
  #made = 0
  #subscription: object | null = null

  /** Subscribes as a visit before has. */
  subscribe(key: string): object {
    this.subscribedWith = key
    const made = `https://push.example/${(this.#made += 1)}`
    return (this.#subscription = {
      toJSON: () => ({ endpoint: made, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.subscribedWith = null
        return true
      },
    })
  }

  readonly #registration = {
    pushManager: {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (this.subscribedWith !== null && this.subscribedWith !== applicationServerKey)
          throw new DOMException('another key', 'InvalidStateError')
        // An earlier subscription is returned as it is, even if its push service has ended it.
        return this.subscribedWith === null ? this.subscribe(applicationServerKey) : this.#subscription
      },
      getSubscription: async () => (this.subscribedWith === null ? null : this.#subscription),
    },
  }

  install(): this {
    const serviceWorker = {
      ready: Promise.resolve(this.#registration),
      getRegistration: async () => this.#registration,
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
    vi.stubGlobal('PushManager', PushBrowser)
    vi.stubGlobal('Notification', { permission: this.permission, requestPermission: async () => this.answer })
    return this
  }
}

const press = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))

/** The switch shows that, and takes presses again. */
const settled = (name: string, isOn: 'true' | 'false') =>
  waitFor(() => {
    const button = screen.getByRole('switch', { name })
    expect([button.getAttribute('aria-checked'), button.getAttribute('aria-busy')]).toEqual([isOn, null])
  })

afterEach(() => vi.unstubAllGlobals())

describe('given the settings of notifications', () => {
  it('are where a link to the notifications leads, though they load later', async () => {
    history.replaceState(null, '', '/inbox#notifications')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    await open()
    await waitFor(() => expect(scrolled.mock.contexts).toEqual([document.getElementById('notifications')]))
    scrolled.mockRestore()
    history.replaceState(null, '', '/')
  })

  it('asks for a sign-in first, and says why', async () => {
    await open({ isSignedIn: false })
    await screen.findByText(words.signInFirst)
    expect(screen.getByRole('button', { name: words.signIn })).toBeTruthy()
    expect(screen.queryAllByRole('switch')).toEqual([])
  })

  it('mutes and unmutes by what a push is about, and every kind belongs to one switch', async () => {
    const server = await open()
    await screen.findByRole('switch', { name: words.offers })
    const heard: string[] = []
    for (const name of [words.offers, words.reminders, words.tables, words.escrow]) {
      fireEvent.click(screen.getByRole('switch', { name }))
      await settled(name, 'false')
      heard.push(...server.muted)
      fireEvent.click(screen.getByRole('switch', { name }))
      await settled(name, 'true')
      expect(server.muted).toEqual([])
    }
    expect(heard.toSorted()).toEqual([...inboxKinds].toSorted())
  })

  it('says that this browser cannot be notified, and rests the switch', async () => {
    await open()
    await screen.findByText(words.states.unsupported)
    expect(screen.getByRole('switch', { name: words.notify })).toHaveProperty('disabled', true)
  })

  it('says on a phone whose page is not on the Home Screen yet what to do', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: false }))
    await open()
    await screen.findByText(words.states['home-screen'])
  })

  it('subscribes this browser with a press, and ends that with the next one', async () => {
    const browser = new PushBrowser().install()
    const server = await open()
    await settled(words.notify, 'false')
    press(words.notify)
    await settled(words.notify, 'true')
    expect([server.endpoint, browser.subscribedWith]).toEqual([endpoint, 'BA'])
    press(words.notify)
    await settled(words.notify, 'false')
    await waitFor(() => expect([server.endpoint, browser.subscribedWith]).toEqual([null, null]))
  })

  /** Alice's browser after its push service has ended the subscription, which it hasn't noticed. */
  function endedBrowser(permission: NotificationPermission): PushBrowser {
    const browser = new PushBrowser()
    browser.permission = permission
    browser.subscribe('BA')
    return browser.install()
  }
  const ended = { isEnded: true, gone: endpoint, endpoint }

  it('renews a subscription that its push service has ended, where it is allowed', async () => {
    endedBrowser('granted')
    const server = await open(ended)
    await settled(words.notify, 'true')
    expect([server.endpoint, server.isEnded]).toEqual([renewed, false])
  })

  it('renews it with a press where it is asked first', async () => {
    endedBrowser('default')
    const server = await open(ended)
    await settled(words.notify, 'false')
    expect(server.endpoint).toBe(endpoint)
    press(words.notify)
    await settled(words.notify, 'true')
    expect(server.endpoint).toBe(renewed)
  })

  it('says why it could not be renewed', async () => {
    endedBrowser('granted')
    await open({ ...ended, refusal: { status: 503 } })
    await screen.findByText(words.states.failed)
  })

  it('asks for nothing where it is not', async () => {
    const browser = new PushBrowser().install()
    const server = await open({ isEnded: true })
    await settled(words.notify, 'false')
    expect([server.endpoint, browser.subscribedWith]).toEqual([null, null])
  })

  it('replaces a subscription that was made with an earlier key of the site', async () => {
    const browser = new PushBrowser().install()
    browser.subscribe('earlier')
    const server = await open()
    await settled(words.notify, 'false')
    press(words.notify)
    await settled(words.notify, 'true')
    expect([server.endpoint, browser.subscribedWith]).toEqual([renewed, 'BA'])
  })

  it('says that the browser does not allow it', async () => {
    new PushBrowser().install().answer = 'denied'
    const server = await open()
    await settled(words.notify, 'false')
    press(words.notify)
    await screen.findByText(words.states.denied)
    expect(server.endpoint).toBeNull()
  })

  it.each([
    ['failed', { status: 429 }],
    ['failed', { status: 503 }],
    ['refused', { status: 400 }],
    ['push-off', { status: 503, code: 'push-off' }],
    ['signed-out', { status: 401, code: 'sign-in-needed' }],
  ] as const)('says %s where the server answers %j', async (state, refusal) => {
    new PushBrowser().install()
    const server = await open()
    await settled(words.notify, 'false')
    server.refusal = refusal
    press(words.notify)
    await screen.findByText(words.states[state])
  })

  it('ends the subscription with the sign-in', async () => {
    const browser = new PushBrowser().install()
    await open()
    await settled(words.notify, 'false')
    press(words.notify)
    await settled(words.notify, 'true')
    fireEvent.click(screen.getByRole('button', { name: words.signOut }))
    await waitFor(() => expect(browser.subscribedWith).toBeNull())
  })

  it('says that the site sends none where the operator has switched it off', async () => {
    await open({ key: null })
    await screen.findByText(words.states['push-off'])
  })
})
