import { sameAddress, type Address, type OfferId } from '@parley/domain'
import { wallets, type Member, type World } from '@parley/testkit'
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

/**
 * Waits until the honest server lists what a wallet was given. It must also have read the owners of those collections:
 * until then an NFT that it saw arrive can be missing again for a moment.
 */
export async function listed({ world }: EvilStage, { address, nfts }: Member): Promise<void> {
  const others = new Set(nfts.flatMap(({ contract }) => firstOfBob(world, contract)))
  const bobs = `${world.url}/api/holdings/${wallets.bob.account.address}`
  for (let cursor = ''; others.size > 0;) {
    const page: { nfts: { contract: string; tokenId: string }[]; nextCursor: string | null } = await (
      await fetch(`${bobs}${cursor}`)
    ).json()
    for (const { contract, tokenId } of page.nfts) others.delete(`${contract.toLowerCase()}/${tokenId}`)
    cursor = page.nextCursor === null ? '' : `?cursor=${page.nextCursor}`
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  for (;;) {
    const answer: { nfts: unknown[] } = await (await fetch(`${world.url}/api/holdings/${address}`)).json()
    if (answer.nfts.length === nfts.length) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function firstOfBob({ collections }: World, contract: Address): string[] {
  const found = collections.startingNfts('bob').find((nft) => sameAddress(nft.contract, contract))
  return found ? [`${contract.toLowerCase()}/${found.tokenId}`] : []
}
