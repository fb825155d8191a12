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

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://inbox.test')
    if (pathname === '/api/session')
      return Response.json({ success: true, session: this.isSignedIn ? { address: alice, expiresAt: untilS } : null })
    if (pathname !== '/api/inbox/settings') return Response.json({ success: false, error: 'no' }, { status: 503 })
    if (!this.isSignedIn) return Response.json({ success: false, error: 'no', code: 'sign-in-needed' }, { status: 401 })
    if (typeof init?.body === 'string') {
      const { mute = [], unmute = [] }: { mute?: string[]; unmute?: string[] } = JSON.parse(init.body)
      this.muted = [...this.muted, ...mute].filter((kind) => !unmute.includes(kind))
    }
    return Response.json({ success: true, muted: this.muted, push: { key: this.key, isOn: false } })
  }
}

async function open(changed: Partial<Pick<SettingsServer, 'isSignedIn' | 'key'>> = {}): Promise<SettingsServer> {
  const server = Object.assign(new SettingsServer(), changed)
  vi.stubGlobal('fetch', server.fetch)
  await aliceAt(<ClosedSettings viewer={alice} />)(openRoom('general'))
  await screen.findByRole('heading', { name: words.title })
  return server
}

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
    const scrolled = vi.fn<() => void>()
    // Without layout there is none.
    Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scrolled, configurable: true })
    await open()
    await waitFor(() => expect(scrolled.mock.contexts).toEqual([document.getElementById('notifications')]))
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

  it('says that the site sends none where the operator has switched it off', async () => {
    await open({ key: null })
    await screen.findByText(words.states['push-off'])
  })
})
