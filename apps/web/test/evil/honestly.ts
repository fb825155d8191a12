import type { OfferId } from '@parley/domain'
import type { Member, World } from '@parley/testkit'

/** Where a world is. */
interface At {
  readonly world: Pick<World, 'url'>
}

const pollMs = 20

/** Asks the honest server until its answer is as it should be. One that is no success is asked again. */
async function pollUntil<T>({ world }: At, path: string, isThere: (answer: T) => boolean): Promise<void> {
  for (;;) {
    const answer = await fetch(`${world.url}${path}`)
    if (answer.ok && isThere(await answer.json())) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/**
 * Waits until the honest server reads from its index alone, and has read the owners of every collection: until then an
 * NFT that it saw arrive can be missing again for a moment.
 */
export async function honestlyReady(at: At): Promise<void> {
  await pollUntil(at, '/health', () => true)
  await pollUntil<{ collections: { supply: number | null }[] }>(at, '/api/collections', ({ collections }) =>
    collections.every(({ supply }) => supply !== null),
  )
}

/** Waits until the honest server knows this of an offer. */
export function honestlyKnown(
  at: At,
  id: OfferId,
  known: (offer: { isActive: boolean; unreturned: unknown[] }) => boolean,
): Promise<void> {
  return pollUntil<{ offer: Parameters<typeof known>[0] }>(at, `/api/swap-offers/${id}`, ({ offer }) => known(offer))
}

/** Waits until the honest server lists what a wallet was given. */
export function listed(at: At, { address, nfts }: Member): Promise<void> {
  return pollUntil<{ nfts: unknown[] }>(at, `/api/holdings/${address}`, (answer) => answer.nfts.length === nfts.length)
}
