import { type Address, type Nft, nftKey } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import { tokenIdOf, tokenKey } from '../holdings/ownerRows.ts'
import type { ReadMetadata } from '../images/createMetadataReader.ts'

/** Token names. */
export interface TokenNames {
  /**
   * Known names of a wallet's tokens, by `nftKey`.
   *
   * Missing names are read in the background and announced to open pages, so no list waits for a collection's server.
   */
  of(owner: Address, nfts: readonly Nft[]): Promise<ReadonlyMap<string, string>>
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

/** Serves token names from the database and reads missing ones from metadata, a few at a time. */
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
    const found: { nft: Nft; name: string; owner: Address }[] = []
    const work = async (): Promise<void> => {
      for (let entry = left.shift(); entry && !closing.signal.aborted; entry = left.shift()) {
        const [key, { nft, owner }] = entry
        waiting.delete(key)
        const name = await nameOf(nft)
        if (name === undefined) leftAloneUntilMs.set(key, Date.now() + times.failedMs)
        else found.push({ nft, name, owner })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (found.length === 0 || closing.signal.aborted) return
    const events = [{ type: 'holdings' as const, addresses: [...new Set(found.map(({ owner }) => owner))] }]
    await db.change(async (tx) => {
      await writeNames(tx, found, Math.floor(Date.now() / 1000))
      await live.announce(tx, events)
    })
    live.publish(events)
  }

  /** Undefined if the metadata is unreadable; the picture request reports why. */
  async function nameOf(nft: Nft): Promise<string | undefined> {
    try {
      return (await readMetadata(nft)).name ?? ''
    } catch {
      return undefined
    }
  }

  return {
    async of(owner, nfts) {
      const known = await readNames(db.read, nfts)
      const oldestS = Date.now() / 1000 - times.freshS
      for (const nft of nfts) if ((known.get(nftKey(nft))?.readAtS ?? 0) < oldestS) want(owner, nft)
      return new Map([...known].flatMap(([key, { name }]) => (name === '' ? [] : [[key, name]])))
    },
    close() {
      closing.abort()
      clearTimeout(timer)
      waiting.clear()
    },
  }
}

interface KnownName {
  /** Empty if the metadata has none. */
  readonly name: string
  readonly readAtS: number
}

/** Stored names by {@link nftKey}. A page of a wallet takes one statement per collection. */
async function readNames(db: Queryable, nfts: readonly Nft[]): Promise<Map<string, KnownName>> {
  const names = new Map<string, KnownName>()
  for (const [contract, ofContract] of Map.groupBy(nfts, (nft) => nft.contract)) {
    const rows = await db
      .selectFrom('token_names')
      .select(['token', 'name', 'read_at_s'])
      .where('contract', '=', contract)
      .where(
        'token',
        'in',
        ofContract.map(({ tokenId }) => tokenKey(tokenId)),
      )
      .execute()
    for (const { token, name, read_at_s } of rows)
      names.set(nftKey({ contract, tokenId: tokenIdOf(token) }), { name, readAtS: read_at_s })
  }
  return names
}

/** Stores names in one statement. */
async function writeNames(db: Queryable, names: readonly { nft: Nft; name: string }[], readAtS: number): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('token_names')
    .values(
      names.map(({ nft, name }) => ({
        contract: nft.contract,
        token: tokenKey(nft.tokenId),
        name,
        read_at_s: readAtS,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['contract', 'token']).doUpdateSet((excluded) => ({
        name: excluded.ref('excluded.name'),
        read_at_s: excluded.ref('excluded.read_at_s'),
      })),
    )
    .execute()
}
