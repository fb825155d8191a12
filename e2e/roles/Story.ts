import { Cast, type World } from '@parley/testkit'
import { parseEther } from 'viem'

/** A visitor's relation to Alice's offers. `holder` acquired a requested NFT from another wallet. */
export const roles = ['visitor', 'creator', 'recipient', 'third', 'holder'] as const
export type Role = (typeof roles)[number]

/** A world that contains every role and every state of an offer. */
export interface Story {
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, `0x${string}`>>
  readonly offers: Readonly<Record<'open' | 'moved' | 'expired' | 'completed', `0x${string}`>>
}

const shortS = 5

export async function tellStory(world: World): Promise<Story> {
  const cast = new Cast(world)
  const alice = await cast.member('dokyo', 'hoppers', 'chikn', 'roostr', 'aso')
  const bob = await cast.member('steady', 'furks', 'farmland', 'madskullz', 'aso')
  const [holder, third] = [await cast.member(), await cast.member()]
  const give = (at: number) => alice.nfts.slice(at, at + 1)
  const [steady, furks, farmland, madskullz, aso] = bob.nfts
  if (!steady || !furks || !farmland || !madskullz || !aso) throw new Error('the cast is short of NFTs')
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, madskullz)

  const expired = await cast.offer(alice, give(0), [steady], shortS)
  const open = await cast.offer(alice, give(1), [furks])
  await cast.offer(alice, give(4), [aso])
  const moved = await cast.offer(alice, give(2), [farmland])
  await cast.transfer(bob, holder.address, farmland)
  const completed = await cast.offer(alice, give(3), [madskullz])
  await cast.callEscrow(bob, 'acceptSwapOffer', [completed], parseEther('0.01'))
  await world.clock.advance(2 * shortS)
  return {
    people: { creator: alice.address, recipient: bob.address, holder: holder.address, third: third.address },
    offers: { open, moved, expired, completed },
  }
}
