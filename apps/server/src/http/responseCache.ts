import type { LiveEvent } from '@parley/protocol'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { LiveFeed } from '../live/liveFeed.ts'

/** An answer as it travels. */
export interface ReadyResponse {
  readonly body: string
  readonly bodyBytes: number
  /** Null for what no cache may store. No browser asks whether that is the same, and hashing takes longer than writing. */
  readonly etag: string | null
  /** The path of its route, by which metrics count. */
  readonly route: string
}

export interface CachedResponse extends ReadyResponse {
  readonly etag: string
}

/** What an answer is about, and what was known when it was read. */
interface Origin {
  readonly route: string
  readonly about: string
  readonly version: number
  /** For what time alone changes; without it, as long as nothing happens. */
  readonly lastsMs?: number | undefined
}

/** Cached answers about offers, valid until an event concerns their offers. */
export interface ResponseCache {
  get(url: string): CachedResponse | undefined
  /** The version before an answer is read; pass it to {@link set}. */
  version(): number
  /**
   * Caches an answer until an event concerns its subject. Not if something changed while it was read, or if the URL
   * names another subject (an offer by its transaction).
   */
  set(url: string, body: string, origin: Origin): CachedResponse
}

const maxBytes = 64 * 1024 * 1024
/** What each takes beside its body. Clients can ask about any number of unused wallets, and get an empty list for each. */
const entryBytes = 1_000
/** The same address can be written in several ways. */
const maxSpellings = 8
/** Maximum age where one server writes the database. Changes by other programs appear after this. */
const aloneLastingMs = 30_000
/** Where several do. A server whose connection is half dead hears of nothing, and does not know it. */
const sharedLastingMs = 1_000

interface Kept extends CachedResponse {
  readonly untilMs: number
}

/** The last part of a path names what it is about: an offer or a wallet, in any case of letters. */
type Subject = string

export function createResponseCache(
  live: Pick<LiveFeed, 'subscribe'>,
  { isShared }: { readonly isShared: boolean },
): ResponseCache {
  const lastingMs = isShared ? sharedLastingMs : aloneLastingMs
  let kept = emptyMap()
  let changes = 0
  live.subscribe(({ event }) => {
    const subjects = subjectsOf(event)
    if (subjects === 'none') return
    changes += 1
    if (subjects === 'all') kept = emptyMap()
    else for (const subject of subjects) kept.delete(subject)
  })
  return {
    get(url) {
      const found = kept.get(subjectOf(url))?.get(url)
      return found && found.untilMs > performance.now() ? found : undefined
    },
    version: () => changes,
    set(url, body, { route, about, version, lastsMs = lastingMs }) {
      const etag = `W/"${hash('sha1', body, 'base64url')}"`
      const answer = { body, bodyBytes: Buffer.byteLength(body), etag, route }
      const subject = subjectOf(url)
      if (version !== changes || subject !== about.toLowerCase()) return answer
      const others = [...(kept.get(subject) ?? [])].filter(([other]) => other !== url).slice(1 - maxSpellings)
      kept.set(
        subject,
        new Map([...others, [url, { ...answer, untilMs: performance.now() + Math.min(lastsMs, lastingMs) }]]),
      )
      return answer
    },
  }
}

/** Whether a browser has the answer with this tag already. `header`: its `If-None-Match`. */
export function hasTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === tag) ?? false
}

function emptyMap(): LRUCache<string, ReadonlyMap<string, Kept>> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (answers) => [...answers.values()].reduce((sum, { bodyBytes }) => sum + bodyBytes + entryBytes, 0),
  })
}

function subjectOf(url: string): Subject {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

/** A greeting says that anything may have changed. */
function subjectsOf(event: LiveEvent): readonly Subject[] | 'all' | 'none' {
  if (event.type === 'hello') return 'all'
  if (event.type !== 'offer') return 'none'
  return [event.offerId, event.creator, event.recipient].map((subject) => subject.toLowerCase())
}
