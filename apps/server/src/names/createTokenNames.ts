import { type Address, type Nft, nftKey } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import { tokenIdOf, tokenKey } from '../holdings/ownerRows.ts'
import type { Metadata, ReadMetadata } from '../images/createMetadataReader.ts'
import { pictureVersion, type PictureVersions } from '../images/pictureVersion.ts'
import { within } from '../lib/async.ts'

/** A token's name and picture, by its metadata. */
export interface TokenLook {
  /** Empty if the metadata has none. */
  readonly name: string
  /** The version of its picture: see `pictureVersion`. Empty for a row of an older release. */
  readonly picture: string
}

/** Keyed by `nftKey`. */
export type TokenLooks = ReadonlyMap<string, TokenLook>

/** Names of tokens, and the versions of their pictures. */
export interface TokenNames {
  /**
   * Those of a wallet's tokens that are known.
   *
   * Missing ones are read in the background and announced to open pages, so no list waits for a collection's server.
   */
  of(owner: Address, nfts: readonly Nft[]): Promise<TokenLooks>
  /** Stops background reads. */
  close(): void
}

interface NameTimes {
  /** Delay before reading, so that the wallet's pictures load first. */
  readonly patienceMs: number
  /** Names are refreshed after this time, since collections reveal and correct metadata. */
  readonly freshS: number
  /** Retry delay for unreadable metadata. */
  readonly failedMs: number
}

const defaultTimes: NameTimes = { patienceMs: 1_500, freshS: 7 * 86_400, failedMs: 30 * 60_000 }
/** Queue limit; tokens beyond it are queued at the next view. */
const maxWaiting = 10_000
/** Names per announcement to open pages. */
const batch = 200
const atOnce = 4
const maxFailures = 20_000

/** Serves token looks from the database and reads missing ones from metadata, a few at a time. */
export function createTokenNames(
  { db, live, log }: Pick<Context, 'db' | 'live' | 'log'>,
  readMetadata: ReadMetadata,
  times: NameTimes = defaultTimes,
): TokenNames {
  const waiting = new Map<string, { readonly nft: Nft; readonly owner: Address }>()
  const leftAloneUntilMs = new LRUCache<string, number>({ max: maxFailures })
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()

  function want(owner: Address, nft: Nft): void {
    const key = nftKey(nft)
    if (closing.signal.aborted || waiting.size >= maxWaiting || (leftAloneUntilMs.get(key) ?? 0) > Date.now()) return
    waiting.set(key, { nft, owner })
    timer ??= setTimeout(() => void readWaiting(), times.patienceMs).unref()
  }

  async function readWaiting(): Promise<void> {
    try {
      while (waiting.size > 0 && !closing.signal.aborted) await readBatch([...waiting.entries()].slice(0, batch))
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'names of tokens could not be stored')
    } finally {
      timer = undefined
    }
  }

  async function readBatch(entries: [string, { nft: Nft; owner: Address }][]): Promise<void> {
    const left = [...entries]
    const found: (ReadLook & { readonly owner: Address })[] = []
    const work = async (): Promise<void> => {
      for (let entry = left.shift(); entry && !closing.signal.aborted; entry = left.shift()) {
        const [key, { nft, owner }] = entry
        waiting.delete(key)
        const look = await lookOf(nft)
        if (look) found.push({ nft, ...look, owner })
        else leftAloneUntilMs.set(key, Date.now() + times.failedMs)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (found.length === 0 || closing.signal.aborted) return
    const events = [{ type: 'holdings' as const, addresses: [...new Set(found.map(({ owner }) => owner))] }]
    await db.change(async (tx) => {
      await writeLooks(tx, found, Math.floor(Date.now() / 1000))
      await live.announce(tx, events)
    })
    live.publish(events)
  }

  /** Undefined if the metadata is unreadable; the picture request reports why. */
  async function lookOf(nft: Nft): Promise<TokenLook | undefined> {
    try {
      return lookBy(await readMetadata(nft))
    } catch {
      return undefined
    }
  }

  return {
    async of(owner, nfts) {
      const known = await readLooks(db.read, nfts)
      const oldestS = Date.now() / 1000 - times.freshS
      for (const nft of nfts) {
        const look = known.get(nftKey(nft))
        if (!look?.picture || look.readAtS < oldestS) want(owner, nft)
      }
      return known
    },
    close() {
      closing.abort()
      clearTimeout(timer)
      waiting.clear()
    },
  }
}

function lookBy({ name, images }: Metadata): TokenLook {
  return { name: name ?? '', picture: pictureVersion(images) }
}

interface KnownLook extends TokenLook {
  readonly readAtS: number
}

/** Stored looks. A page of a wallet takes one statement per collection. */
async function readLooks(db: Queryable, nfts: readonly Nft[]): Promise<Map<string, KnownLook>> {
  const looks = new Map<string, KnownLook>()
  for (const [contract, ofContract] of Map.groupBy(nfts, (nft) => nft.contract)) {
    const rows = await db
      .selectFrom('token_names')
      .select(['token', 'name', 'picture', 'read_at_s'])
      .where('contract', '=', contract)
      .where(
        'token',
        'in',
        ofContract.map(({ tokenId }) => tokenKey(tokenId)),
      )
      .execute()
    for (const { token, name, picture, read_at_s } of rows)
      looks.set(nftKey({ contract, tokenId: tokenIdOf(token) }), { name, picture, readAtS: read_at_s })
  }
  return looks
}

interface ReadLook extends TokenLook {
  readonly nft: Nft
}

/** Stores looks in one statement. */
async function writeLooks(db: Queryable, looks: readonly ReadLook[], readAtS: number): Promise<void> {
  if (looks.length === 0) return
  await db
    .insertInto('token_names')
    .values(
      looks.map(({ nft, name, picture }) => ({
        contract: nft.contract,
        token: tokenKey(nft.tokenId),
        name,
        picture,
        read_at_s: readAtS,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['contract', 'token']).doUpdateSet((excluded) => ({
        name: excluded.ref('excluded.name'),
        picture: excluded.ref('excluded.picture'),
        read_at_s: excluded.ref('excluded.read_at_s'),
      })),
    )
    .execute()
}

/** Cache time. Every picture whose address has no version needs one. */
const keptMs = 10_000
const maxKept = 50_000
/** Pictures don't wait longer for the database. */
const patienceMs = 1_000
/** Oldest possible: the next view of the wallet reads the metadata again and notifies its open pages. */
const stale = 0

/** Stores the versions of pictures beside the names. */
export function createPictureVersions({ db, log }: Pick<Context, 'db' | 'log'>): PictureVersions {
  const kept = new LRUCache<string, { readonly picture: string | undefined; readonly untilMs: number }>({
    max: maxKept,
  })

  /** Undefined for a token without a row. While the database is away, the version last read. */
  async function read(nft: Nft): Promise<string | undefined> {
    const key = nftKey(nft)
    const rows = readLooks(db.read, [nft]).catch(() => undefined)
    const looks = await within(rows, patienceMs, undefined)
    const picture = looks ? looks.get(key)?.picture : kept.get(key)?.picture
    kept.set(key, { picture, untilMs: performance.now() + keptMs })
    return picture
  }

  async function write(nft: Nft, metadata: Metadata): Promise<void> {
    const look = lookBy(metadata)
    kept.set(nftKey(nft), { picture: look.picture, untilMs: performance.now() + keptMs })
    const written = db.transact((tx) => writeLooks(tx, [{ nft, ...look }], stale))
    const noted = written.catch((error: unknown) => log.warn({ err: error }, 'a picture’s version could not be stored'))
    await within(noted, patienceMs, undefined)
  }

  return {
    async of(nft, now = false) {
      const known = now ? undefined : kept.get(nftKey(nft))
      return (known && known.untilMs > performance.now() ? known.picture : await read(nft)) || undefined
    },
    async keep(nft, metadata) {
      if ((await read(nft)) !== pictureVersion(metadata.images)) await write(nft, metadata)
    },
    async renew(nft, metadata) {
      const before = await read(nft)
      if (before !== undefined && before !== pictureVersion(metadata.images)) await write(nft, metadata)
    },
  }
}
