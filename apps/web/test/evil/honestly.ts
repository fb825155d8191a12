import type { OfferId } from '@parley/domain'
import type { Member, World } from '@parley/testkit'

/** Waits until the honest server knows this of an offer. */
export async function honestlyKnown(
  { world }: { readonly world: World },
  id: OfferId,
  known: (offer: { isActive: boolean; unreturned: unknown[] }) => boolean,
): Promise<void> {
  for (;;) {
    const answer = await fetch(`${world.url}/api/swap-offers/${id}`)
    if (answer.ok && known((await answer.json()).offer)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Waits until the honest server has read the owners of every collection: until then an NFT that it saw arrive can be
 * missing again for a moment.
 */
export async function collectionsRead({ url }: World): Promise<void> {
  for (;;) {
    const answer: { collections: { supply: number | null }[] } = await (await fetch(`${url}/api/collections`)).json()
    if (answer.collections.every(({ supply }) => supply !== null)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until the honest server lists what a wallet was given. */
export async function listed({ world }: { readonly world: World }, { address, nfts }: Member): Promise<void> {
  for (;;) {
    const answer: { nfts: unknown[] } = await (await fetch(`${world.url}/api/holdings/${address}`)).json()
    if (answer.nfts.length === nfts.length) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
