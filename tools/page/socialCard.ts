import type { Brand } from '@parley/server'
import { drawSocialCard, type SocialPrint } from '@parley/server/worker/socialCard'
import { allowAll, tile } from '@parley/server/worker/tile'
import { drawToken } from '@parley/testkit'

/** Two tokens of the product's own collection that look well side by side. */
const tokens = { give: 12, get: 88 }

/** What links to any page but an offer's show. */
export async function socialCard(brand: Brand): Promise<Uint8Array> {
  try {
    return await drawSocialCard(brand, await socialPrint(brand, tokens.give), await socialPrint(brand, tokens.get))
  } finally {
    allowAll()
  }
}

async function socialPrint({ name }: Brand, id: number): Promise<SocialPrint> {
  const nft = { contract: '0x', tokenId: BigInt(id) } as const
  const bytes = Buffer.from(drawToken('parley', id))
  return {
    item: { nft, collection: name, isKnown: true, idText: `#${id}` },
    tile: await tile({ type: 'image/svg+xml', bytes, size: 512 }),
  }
}
