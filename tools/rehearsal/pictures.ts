import { type Nft, nftKey } from '@parley/domain'
import { imageUrl, nftSchema, versionIn } from '@parley/protocol'
import { mintSpares } from './Crowd.ts'
import { until } from './Program.ts'
import type { Server, Topology } from './topology.ts'

const answerMs = 20_000
let minted = 0

/** A request that nothing holds up for longer than a visitor would wait. */
export function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) })
}

/** A picture that no server has. */
class NewPicture {
  readonly nft: Nft
  /** How often its host was asked for it. */
  fetches = 0
  readonly #host: string
  #path = ''
  readonly unwatch: () => void

  constructor({ world }: Topology, nft: Nft) {
    this.nft = nft
    this.#host = world.art.url
    this.unwatch = world.art.watch((path) => {
      if (!path.endsWith(`/${nft.tokenId}.png`)) return
      this.#path = path
      this.fetches += 1
    })
  }

  /** Shown by these servers at once. @throws {Error} if one has none, or another than the host's. */
  async show(servers: readonly Server[]): Promise<void> {
    const shown = await Promise.all(servers.map((server) => original(server, this.nft)))
    const before = this.fetches
    const right = Buffer.from(await (await ask(this.#host + this.#path)).arrayBuffer())
    this.fetches = before
    for (const [index, bytes] of shown.entries())
      if (!bytes.equals(right)) throw new Error(`${servers[index]?.name} shows a wrong picture`)
  }

  requireFetches(most: number, when: string): void {
    if (this.fetches > most) throw new Error(`${when}, the host of a picture was asked ${this.fetches} times for it`)
  }
}

async function original({ name, url }: Server, nft: Nft): Promise<Buffer> {
  // Originals of an address are limited.
  const headers = { 'x-forwarded-for': `198.18.${(minted >> 8) & 255}.${minted & 255}` }
  const answer = await ask(url + imageUrl(nft, 'original'), { headers })
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status} instead of a picture`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Under which name the picture store has an original: its version is part of its address. */
async function objectOf({ url }: Server, nft: Nft): Promise<string> {
  const answer = await (await ask(`${url}/api/nft/${nft.contract}/${nft.tokenId}`)).json()
  return `originals/${nftKey(nft)}/${versionIn(nftSchema.parse(answer).image)}`
}

async function withNewPictures<T>(
  topology: Topology,
  count: number,
  work: (pictures: readonly NewPicture[]) => Promise<T>,
): Promise<T> {
  const ids = Array.from({ length: count }, (_, index) => minted + index + 1)
  minted += count
  const pictures = (await mintSpares(topology.world, ids)).map((nft) => new NewPicture(topology, nft))
  try {
    return await work(pictures)
  } finally {
    for (const picture of pictures) picture.unwatch()
  }
}

/**
 * A picture that no server has, asked of all of them at once.
 *
 * @returns how often its host was asked for it.
 */
export function showNewPicture(topology: Topology): Promise<number> {
  return withNewPictures(topology, 1, async ([picture]) => {
    await picture?.show(topology.servers)
    return picture?.fetches ?? 0
  })
}

/** Until the host of a new picture is asked once for all servers. */
export function untilFetchedOnce(topology: Topology): Promise<unknown> {
  return until('an original is fetched once for all servers', async () => (await showNewPicture(topology)) === 1)
}

async function untilStoreIs({ servers }: Topology, wanted: 'up' | 'away'): Promise<void> {
  for (const { name, url } of servers)
    await until(`${name} says that the picture store is ${wanted}`, async () =>
      (await (await ask(`${url}/health`)).text()).includes(`"pictureStore":"${wanted}"`),
    )
}

/**
 * Kills the picture store while pictures are asked for. Two of them have changed places when it is back.
 *
 * @param parts.emptyRedis has Redis forget all originals
 * @throws {Error} if a server shows a wrong picture or none, or asks a host for what the store has
 */
export function loseStore(
  topology: Topology,
  parts: { readonly emptyRedis: () => Promise<void>; readonly meanwhile: () => Promise<void> },
): Promise<void> {
  const { servers, store } = topology
  const [first, second, third] = servers
  if (!first || !second || !third) throw new RangeError('there are three servers')
  return withNewPictures(topology, 3 + servers.length, async ([one, other, late, ...lonely]) => {
    if (!one || !other || !late) throw new RangeError('they were minted')
    const both = [one, other]
    await untilStoreIs(topology, 'up')
    for (const picture of both) await picture.show([first])
    await parts.emptyRedis()
    for (const picture of both) {
      await picture.show([second])
      picture.requireFetches(1, 'With the store')
    }
    await store.kill()
    await late.show(servers)
    late.requireFetches(1, 'Without the store')
    // A server notices when it needs the store.
    for (const [index, server] of servers.entries()) await lonely[index]?.show([server])
    await untilStoreIs(topology, 'away')
    await parts.meanwhile()
    await store.exchange(await objectOf(first, one.nft), await objectOf(first, other.nft))
    await parts.emptyRedis()
    const writes = store.requests('PUT')
    await store.restart()
    await untilStoreIs(topology, 'up')
    for (const picture of both) {
      await picture.show([third])
      picture.requireFetches(2, 'With another picture in its place')
    }
    // It was probed by each server, and got both originals again.
    if (store.requests('PUT') < writes + servers.length + both.length)
      throw new Error('the store did not get the originals that it lacked')
  })
}
