import { maxTopics } from '@parley/protocol'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from './liveConnection.ts'
import { queryKeys, readAgain } from './queries.ts'

/** Queries of one view are made within this. */
const settleMs = 100
/** The server remembers changes for half a minute. */
const rememberedMs = 20_000

/**
 * Keeps the line to the server about what this page has read: the wallets and offers of its queries. Until the first call,
 * and with too many of them, the page is sent every change.
 *
 * @returns a function that stops it.
 */
export function followTopics(queries: QueryClient, live: Pick<LiveConnection, 'follow'>): () => void {
  let followed: ReadonlySet<string> | null = null
  /** Topics that no line was greeted with yet, and since when they matter. */
  const pending = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function follow(): void {
    timer = null
    const topics = new Set(queries.getQueryCache().getAll().flatMap(topicsOf))
    const wanted = topics.size > maxTopics ? null : topics
    const before = followed
    // A page that is sent every change has missed none.
    const added = before ? [...topics].filter((topic) => !before.has(topic)) : []
    if (before ? added.length === 0 : !wanted) return
    for (const topic of added) if (!pending.has(topic)) pending.set(topic, Date.now())
    followed = wanted
    live.follow(wanted && [...wanted], (changed) => {
      const asked = [...pending].filter(([topic]) => !wanted || wanted.has(topic))
      for (const [topic] of asked) pending.delete(topic)
      const stale = new Set(
        asked.flatMap(([topic, sinceMs]) =>
          !changed || changed.includes(topic) || Date.now() - sinceMs > rememberedMs ? [topic] : [],
        ),
      )
      if (stale.size > 0)
        void readAgain(queries, { predicate: (query) => topicsOf(query).some((topic) => stale.has(topic)) })
    })
  }

  const look = (): void => {
    timer ??= setTimeout(follow, settleMs)
  }
  look()
  const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
    // The owner of an NFT is known only once it was read.
    if (type === 'added' || (type === 'updated' && isOwner(query))) look()
  })
  return () => {
    unsubscribe()
    if (timer) clearTimeout(timer)
  }
}

/** The wallet or offer that a query is about, in lower case. */
function topicsOf(query: Query): readonly string[] {
  const [about, kind, subject] = query.queryKey
  const topic = isOwner(query)
    ? query.state.data
    : about === 'offers'
      ? subject
      : about === 'holdings' || about === 'balance'
        ? kind
        : null
  return typeof topic === 'string' && isTopic.test(topic) ? [topic.toLowerCase()] : []
}

const isTopic = /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i
const [holdings, owner] = queryKeys.owner('')

function isOwner({ queryKey }: Query): boolean {
  return queryKey[0] === holdings && queryKey[1] === owner
}
