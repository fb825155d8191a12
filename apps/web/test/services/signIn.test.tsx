import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { disconnect } from 'wagmi/actions'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage } from '../../src/services/browser.ts'
import { ensureSignedIn, useKnownSession, useSignIn } from '../../src/services/signIn.ts'
import { signInText } from '../../src/text/signIn.lazy.ts'
import { givenConnectedWallet, walletError } from '../text/givenWallet.ts'
import { closedText } from '../../src/text/push.lazy.ts'
import { alice, bob, openRoom, type Room } from '../text/room.tsx'

const weekS = 7 * 24 * 60 * 60

/** Answers as the server would at the moment a request arrives. Each answer waits until it is delivered. */
class SlowServer {
  /** Whose session this browser has. */
  session: { address: string; expiresAt: number } | null = null
  /** Delivers at once what comes from now on. */
  isPrompt = true
  private waiting: { readonly path: string; deliver(): void }[] = []
  private expiresAt = Math.floor(Date.now() / 1000) + weekS

  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://parley.test')
    const path = `${init?.method ?? 'GET'} ${pathname}`
    return new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      const body = this.answer(path)
      const deliver = () => resolve(Response.json({ success: true, ...body }))
      if (this.isPrompt) deliver()
      else this.waiting.push({ path, deliver })
    })
  }

  private answer(path: string) {
    if (path === 'POST /api/session/nonce') return { nonce: 'a1b2c3d4e5f6a7b8', now: Math.floor(Date.now() / 1000) }
    if (path === 'POST /api/session') this.session = { address: alice, expiresAt: (this.expiresAt += 1) }
    return { session: this.session }
  }

  /** Delivers the oldest answer to this request. */
  deliver(path: string): void {
    const found = this.waiting.find((one) => one.path === path)
    this.waiting = this.waiting.filter((one) => one !== found)
    found?.deliver()
  }

  catchUp(): void {
    this.isPrompt = true
    for (const { deliver } of this.waiting.splice(0)) deliver()
  }
}

/** Runs everything that needs no further answer. */
const settle = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 0)))

function Seat({ name }: { name: string }): ReactNode {
  const { status, problem, signIn } = useSignIn()
  const known = useKnownSession()
  return (
    <section aria-label={name}>
      <button type="button" onClick={() => void signIn()}>
        {name}
      </button>
      <output>{`${status} ${problem ?? 'no problem'} ${known ? 'known' : 'unknown'}`}</output>
    </section>
  )
}

/** A page with one place to sign in, and a second that comes later. */
function Page(): ReactNode {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <Seat name="first" />
      {isWhole ? (
        <Seat name="second" />
      ) : (
        <button type="button" onClick={() => setWhole(true)}>
          more
        </button>
      )}
    </>
  )
}

const shown = (name: string) => screen.getByRole('region', { name }).querySelector('output')?.textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function forgetSession(): void {
  browserStorage.remove('parley-signed-in-until')
  window.dispatchEvent(new StorageEvent('storage', { key: 'parley-signed-in-until' }))
}

async function openPage(answers: Readonly<Record<string, unknown>> = {}): Promise<{ server: SlowServer; room: Room }> {
  forgetSession()
  const server = new SlowServer()
  vi.stubGlobal('fetch', server.fetch)
  const room = openRoom('general')
  await givenConnectedWallet(room, { personal_sign: '0x12', ...answers })
  room.show(<Page />)
  await settle()
  return { server, room }
}

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

// Other files of tests share what became of the last attempt, and whether this browser is signed in.
afterAll(async () => {
  await openPage()
  press('first')
  while (!shown('first')?.startsWith('signed-in no problem')) await settle()
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'ethereum')
})

/** All ways in which one thing begins and, no earlier, ends within a number of steps. */
const spans = (steps: number) =>
  Array.from({ length: steps }, (_, begin) =>
    Array.from({ length: steps - begin }, (__, more) => [begin, begin + more]),
  )
    .flat()
    .map(([begin = 0, end = 0]) => ({ begin, end }))

describe('given a press of “Sign in” on a slow network', () => {
  const steps = ['press', 'POST /api/session/nonce', 'POST /api/session'] as const

  /** Signs in step by step. Something else begins before step `begin`, and hears who is signed in before step `end`. */
  async function walk(
    server: SlowServer,
    { begin, end }: { readonly begin: number; readonly end: number },
    other: () => void,
  ): Promise<void> {
    for (let at = 0; at <= steps.length; at += 1) {
      if (at === begin) other()
      await settle()
      if (at === end) server.deliver('GET /api/session')
      await settle()
      const step = steps[at]
      if (step === 'press') press('first')
      else if (step) server.deliver(step)
      await settle()
    }
  }

  it.each(spans(steps.length + 1))(
    'signs in, whether another place asks who is signed in before step $begin, and hears it before step $end',
    async ({ begin, end }) => {
      const { server } = await openPage()
      server.isPrompt = false
      await walk(server, { begin, end }, () => press('more'))
      server.catchUp()
      await settle()
      await settle()
      expect([shown('first'), shown('second')]).toEqual(Array(2).fill('signed-in no problem known'))
    },
  )

  it.each(spans(steps.length + 1))(
    'signs in once, though a call asks for the same before step $begin, and hears who it is before step $end',
    async ({ begin, end }) => {
      const { server, room } = await openPage()
      server.isPrompt = false
      const calls: ReturnType<typeof ensureSignedIn>[] = []
      await walk(server, { begin, end }, () => {
        calls.push(ensureSignedIn(room.session))
      })
      for (let turn = 0; turn < 3; turn += 1) {
        server.catchUp()
        await settle()
      }
      expect(shown('first')).toBe('signed-in no problem known')
      // The call is in, or says that the wallet was being asked already.
      expect([{ address: alice }, { problem: 'pending' }]).toContainEqual(await calls[0])
    },
  )
})

describe('given two tabs of one browser', () => {
  it('keeps a sign-in of the other tab, though this one had asked before who is signed in', async () => {
    const { server } = await openPage()
    server.isPrompt = false
    press('more')
    await settle()
    // Another tab signs in before the answer comes.
    server.session = { address: alice, expiresAt: 2_000_000_000 }
    browserStorage.write('parley-signed-in-until', '2000000000')
    server.catchUp()
    await settle()
    await settle()
    expect([shown('first'), shown('second')]).toEqual(Array(2).fill('signed-in no problem known'))
    expect(browserStorage.read('parley-signed-in-until')).toBe('2000000000')
  })
})

describe('given a press of “Sign in” that can’t lead to a session', () => {
  it('says that a question is open already, and nothing once that was answered', async () => {
    let sign = (_signature: string): void => undefined
    const signature = new Promise<string>((resolve) => (sign = resolve))
    await openPage({ personal_sign: signature })
    press('first')
    await settle()
    expect(shown('first')).toBe('asking no problem unknown')
    press('first')
    await settle()
    expect(shown('first')).toBe('asking pending unknown')
    sign('0x12')
    await settle()
    await settle()
    expect(shown('first')).toBe('signed-in no problem known')
  })

  it('says so where the connection to the wallet was just lost, and came back', async () => {
    const { room } = await openPage()
    const { wagmi } = room.session
    const button = screen.getByRole('button', { name: 'first' })
    // Between the press and the question: no one has drawn that the wallet is gone.
    wagmi.setState((state) => ({ ...state, status: 'reconnecting' }))
    fireEvent.click(button)
    wagmi.setState((state) => ({ ...state, status: 'connected' }))
    await settle()
    expect(shown('first')).toBe('signed-out wallet unknown')
    await disconnect(wagmi)
  })

  it('says what a no of the wallet means', async () => {
    await openPage({ personal_sign: walletError(4001) })
    press('first')
    await settle()
    expect(shown('first')).toBe('signed-out rejected unknown')
    expect(signInText.problems.rejected).toBe('You didn’t sign, so you aren’t signed in.')
  })
})

describe('given a browser that is notified for a sign-in', () => {
  const notified = (wallet: string) => {
    browserStorage.write('parley-notified', wallet)
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley-notified' }))
  }

  it.each([
    ['of another wallet', bob, closedText.endedOther('0x3C44…93BC')],
    ['of the same wallet', alice, closedText.endedOwn],
  ])('says once that the notifications %s have ended with the next sign-in', async (_, wallet, text) => {
    const { room } = await openPage()
    notified(wallet)
    press('first')
    await screen.findByText(text)
    expect(room.session.notices.store.getState().alerts.map(({ said }) => said.text)).toEqual([text])
    expect(browserStorage.read('parley-notified') ?? '').toBe('')
  })

  it('says nothing where there were none', async () => {
    const { room } = await openPage()
    press('first')
    while (!shown('first')?.startsWith('signed-in no problem')) await settle()
    await import('../../src/services/pushSubscription.ts')
    await settle()
    expect(room.session.notices.store.getState().alerts).toEqual([])
  })
})
