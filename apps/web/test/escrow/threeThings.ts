import { breakCollection } from '@parley/testkit'
import type { Stage } from '../actions/stage.ts'

/** A member with an expired offer, an NFT that a cancelled one left behind, and an open offer. */
export async function givenThreeThings({ cast, world }: Pick<Stage, 'cast' | 'world'>) {
  const member = await cast.member('dokyo', 'steady', 'hoppers')
  const bob = await cast.member('farmland')
  const [ran, stuck, open] = member.nfts
  if (!ran || !stuck || !open) throw new Error('the cast is short of NFTs')
  await cast.approve(member, ...member.nfts)
  const stuckId = await cast.offer(member, [stuck], bob.nfts)
  const mend = await breakCollection(world, stuck.contract)
  await cast.callEscrow(member, 'cancelSwapOffer', [stuckId])
  await mend()
  await cast.offer(member, [ran], bob.nfts, 300)
  await world.chain.client.increaseTime({ seconds: 301 })
  await world.chain.client.mine({ blocks: 1 })
  const openId = await cast.offer(member, [open], bob.nfts)
  return { member, ran, stuck, open, openId }
}
