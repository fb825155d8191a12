import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ChainFailureError, isSignedBy } from '@parley/chain'
import { type Address, sameAddress } from '@parley/domain'
import type { SignInRefusal, WireSession } from '@parley/protocol'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { Site } from '../http/site.ts'
import { failureText } from '../log.ts'
import { createSessionStore, type Session } from './sessionStore.ts'
import { createNonce, nonceEndS, readSignInMessage } from './signInMessage.ts'

export type { Session } from './sessionStore.ts'

/** A request over HTTP, or the one that a websocket began with. */
export interface SessionRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Who is signed in. No route of the specification reads it (decision N6). */
export interface Sessions {
  readonly handlers: Pick<Handlers, 'session' | 'signInNonce' | 'signIn' | 'signOut'>
  /**
   * The session of a request that acts for a wallet. Refuses changes that pages of other sites ask for.
   *
   * @throws {HttpError} 401 `sign-in-needed` or `other-wallet`, 403 `other-site`.
   */
  require(request: SessionRequest, as: Address): Promise<Session>
  find(request: SessionRequest): Promise<Session | null>
  /** What {@link find} would answer, where nothing has to be waited for. Null otherwise. */
  now(request: SessionRequest): Session | null
  /** The id of the session that a request names, which may have ended. */
  idOf(request: SessionRequest): string | null
  byId(id: string): Promise<Session | null>
  /**
   * Calls once when the session ends: signed out here or elsewhere, by any server, or expired. Also where it ended before.
   * The listener is ours; what it does to a visitor's connection runs inside the fence.
   *
   * @returns the end of the subscription.
   */
  onEnded(session: Session, listener: () => void): () => void
  close(): Promise<void>
}

const sweepEveryMs = 60_000
const tokenBytes = 32
const tokenForm = /^[\w-]{43}$/

export async function createSessions({
  config,
  db,
  chain,
  log,
  site,
}: Context & { readonly site: Site }): Promise<Sessions> {
  const own = randomUUID()
  const { relay } = db
  const store = createSessionStore(db, async (tx, ended) => {
    for (const note of notesOf(own, ended)) await relay?.send(tx, note)
  })
  const kept = keepSessions({ isShared: relay !== null })
  const watched = new Map<string, { readonly session: Session; readonly listeners: Set<() => void> }>()
  const tell = (ended: readonly string[]): void => {
    kept.forget(ended)
    for (const id of ended) {
      const listeners = watched.get(id)?.listeners ?? []
      watched.delete(id)
      for (const listener of listeners) listener()
    }
  }
  /** Ends what ended unheard: before it was watched, while the database was away, or by its time. */
  const check = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    try {
      const existing = await store.existing(ids, nowS())
      tell(ids.filter((id) => !existing.has(id)))
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'sessions could not be looked up')
    }
  }
  const stopHearing = await relay?.hear(
    (text) => {
      const note = readNote(text)
      if (note && note.from !== own) tell(note.endedSessions)
    },
    () => void check([...watched.keys()]),
  )
  let sweeping = Promise.resolve()
  const sweep = setInterval(() => {
    sweeping = sweeping
      .then(() => store.sweep(nowS()))
      .catch((error: unknown) => log.warn({ reason: failureText(error) }, 'old sessions could not be deleted'))
    tell([...watched].filter(([, { session }]) => session.expiresAtS <= nowS()).map(([id]) => id))
  }, sweepEveryMs).unref()

  let secret: Promise<Buffer> | null = null
  const secretOnce = (): Promise<Buffer> =>
    (secret ??= store.secret().catch((error: unknown) => {
      secret = null
      throw error
    }))

  const cookie = cookieFor(() => site.origin)
  const isForeign = ({ headers: { origin, 'sec-fetch-site': from } }: SessionRequest): boolean =>
    origin === undefined ? from !== undefined && from !== 'same-origin' && from !== 'none' : !site.isOwn(origin)
  /** Every browser says the origin of the page that changes something. */
  const requireOwnPage = (request: SessionRequest): void => {
    if (request.headers.origin === undefined || isForeign(request)) throw refused('other-site')
  }

  const idOf = (request: SessionRequest): string | null => {
    if (isForeign(request)) return null
    const token = cookie.read(request.headers.cookie)
    return token === null ? null : idOfToken(token)
  }
  const byId = (id: string) => kept.find(id, () => store.find(id, nowS()))
  const find = async (request: SessionRequest): Promise<Session | null> => {
    const id = idOf(request)
    return id === null ? null : byId(id)
  }

  return {
    handlers: {
      session: async ({ request }) => {
        const session = await find(request)
        return { status: 200, body: { success: true, session: session && toWire(session) } }
      },
      signInNonce: async ({ body: { address }, request }) => {
        requireOwnPage(request)
        const now = nowS()
        return { status: 200, body: { success: true, nonce: createNonce(await secretOnce(), address, now), now } }
      },
      signIn: async ({ body, request }) => {
        requireOwnPage(request)
        const read = readSignInMessage(body.message, { site, chainId: config.deployment.chainId, nowS: nowS() })
        if ('refusal' in read) throw refused(read.refusal)
        const { address, nonce, expiresAtS } = read
        const endS = nonceEndS(await secretOnce(), address, { nonce, nowS: nowS() })
        if (endS === null) throw refused('wrong-nonce')
        if (!(await isSigned({ address, ...body }))) throw refused('wrong-signature')
        const token = randomBytes(tokenBytes).toString('base64url')
        const session: Session = { id: idOfToken(token), address, expiresAtS }
        const ended = await store.add({
          ...session,
          createdAtS: nowS(),
          nonce: { text: nonce, expiresAtS: endS },
          replaces: idOf(request),
        })
        if (ended === null) throw refused('wrong-nonce')
        tell(ended)
        const headers = { 'set-cookie': cookie.write(token, expiresAtS - nowS()) }
        return { status: 200, body: { success: true, session: toWire(session) }, headers }
      },
      signOut: async ({ body: { everywhere }, request }) => {
        requireOwnPage(request)
        const session = await find(request)
        if (session) tell(await store.end(session, everywhere))
        return { status: 200, body: { success: true, session: null }, headers: { 'set-cookie': cookie.write('', 0) } }
      },
    },
    async require(request, as) {
      if (request.method !== 'GET' && request.method !== 'HEAD') requireOwnPage(request)
      const session = await find(request)
      if (!session) throw refused('sign-in-needed')
      if (!sameAddress(session.address, as)) throw refused('other-wallet')
      return session
    },
    find,
    now(request) {
      const id = idOf(request)
      return id === null ? null : kept.now(id, () => store.findNow?.(id, nowS()) ?? null)
    },
    idOf,
    byId,
    onEnded(session, listener) {
      const entry = watched.get(session.id) ?? { session, listeners: new Set() }
      watched.set(session.id, entry)
      entry.listeners.add(listener)
      void check([session.id])
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0 && watched.get(session.id) === entry) watched.delete(session.id)
      }
    },
    async close() {
      clearInterval(sweep)
      await stopHearing?.()
      await sweeping
    },
  }

  async function isSigned(signed: Parameters<typeof isSignedBy>[1]): Promise<boolean> {
    try {
      return await isSignedBy(chain, signed)
    } catch (error) {
      if (!(error instanceof ChainFailureError)) throw error
      throw new HttpError(503, 'the chain cannot be reached at the moment', { retryAfterS: 2 })
    }
  }
}

function nowS(): number {
  return Math.floor(Date.now() / 1000)
}

/** Sessions that were asked for lately; one that other programs end is found out after this. */
const sessionCache = { max: 10_000, ttl: 5_000, ttlResolution: 100 } as const

/**
 * Keeps sessions between requests until they end, since a page asks several times a second. Not where several servers share
 * the database: one that hears too late of a sign-out would go on for its stranger.
 */
function keepSessions({ isShared }: { readonly isShared: boolean }) {
  const known = new LRUCache<string, Session>(sessionCache)
  let endings = 0
  const alive = (id: string): Session | null => {
    const there = known.get(id)
    return there && there.expiresAtS > nowS() ? there : null
  }
  return {
    now(id: string, read: () => Session | null): Session | null {
      const there = alive(id)
      if (there) return there
      const found = read()
      if (found && !isShared) known.set(id, found)
      return found
    },
    async find(id: string, read: () => Promise<Session | null>): Promise<Session | null> {
      const there = alive(id)
      if (there) return there
      const before = endings
      const found = await read()
      // A session that ended during the read may be this one.
      if (found && !isShared && before === endings) known.set(id, found)
      return found
    },
    forget(ended: readonly string[]): void {
      endings += 1
      for (const id of ended) known.delete(id)
    },
  }
}

function idOfToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

function toWire({ address, expiresAtS }: Session): WireSession {
  return { address, expiresAt: expiresAtS }
}

const sentences: Readonly<Record<SignInRefusal, string>> = {
  'sign-in-needed': 'sign in first',
  'other-wallet': 'another wallet is signed in',
  'wrong-message': 'the signed text is not for this site, chain or time',
  'wrong-nonce': 'the nonce was used, is too old, or is for another wallet',
  'wrong-signature': 'the wallet did not sign this text',
  'other-site': 'only a page of this site may do this',
}

function refused(code: SignInRefusal): HttpError {
  return new HttpError(code === 'other-site' ? 403 : 401, sentences[code], { code })
}

/**
 * The cookie of the session. `Strict`: no page of ours is made from it, and what the page asks for comes from the site itself,
 * wherever the link to it was. With https the prefix makes browsers refuse it from other hosts and plain http.
 */
function cookieFor(origin: () => string) {
  const isSecure = () => origin().startsWith('https:')
  const name = () => (isSecure() ? '__Host-parley-session' : 'parley-session')
  return {
    read(header: string | undefined): string | null {
      const start = `${name()}=`
      const pair = header?.split(';').find((part) => part.trim().startsWith(start))
      const token = pair?.trim().slice(start.length)
      return token !== undefined && tokenForm.test(token) ? token : null
    },
    write: (token: string, lifeS: number): string =>
      `${name()}=${token}; Path=/; Max-Age=${lifeS}; HttpOnly; SameSite=Strict${isSecure() ? '; Secure' : ''}`,
  }
}

const noteSchema = z.object({ from: z.string(), endedSessions: z.array(z.string()) })
/** Each has 46 bytes as JSON, and a note at most 7,900. */
const idsInNote = 150

function notesOf(from: string, ended: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(ended.length / idsInNote) }, (_, part) =>
    JSON.stringify({ from, endedSessions: ended.slice(part * idsInNote, (part + 1) * idsInNote) }),
  )
}

/** @returns null for a note about something else. */
function readNote(text: string): z.output<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
