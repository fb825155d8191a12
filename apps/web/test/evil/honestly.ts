import type { OfferId } from '@parley/domain'
import type { Member } from '@parley/testkit'
import type { EvilStage } from './evilStage.ts'

/** Waits until the honest server knows this of an offer. */
export async function honestlyKnown(
  { world }: EvilStage,
  id: OfferId,
  known: (offer: { isActive: boolean; unreturned: unknown[] }) => boolean,
): Promise<void> {
  for (;;) {
    const answer = await fetch(`${world.url}/api/swap-offers/${id}`)
    if (answer.ok && known((await answer.json()).offer)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The honest server has what a wallet was given in its list. */
export async function listed({ world }: EvilStage, { address, nfts }: Member): Promise<void> {
  for (;;) {
    const answer: { nfts: unknown[] } = await (await fetch(`${world.url}/api/holdings/${address}`)).json()
    if (answer.nfts.length === nfts.length) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
