import type { Nft } from '@parley/domain'
import { dealToWire } from '@parley/protocol'
import { breakCollection, type Member, signInAs, type World } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import type { Stage } from './Stage.ts'

const feeWei = parseEther('0.01')
const hourS = 3_600

interface BusyWallet {
  readonly alice: Member
  readonly bob: Member
  readonly carol: Member
}

/** A wallet with an item of almost every kind, and four things in escrow. */
async function busyWallet({ cast, world }: Stage): Promise<BusyWallet> {
  const alice = await cast.member('dokyo', 'steady', 'furks', 'hoppers', 'farmland', 'chikn', 'roostr')
  const bob = await cast.member('farmland', 'hoppers', 'chikn', 'steady')
  const carol = await cast.member('madskullz', 'roostr')
  const [mask, shore, fur, frog, field, chick, rooster] = alice.nfts
  const [his, moving, wanted, fourth] = bob.nfts
  if (!mask || !shore || !fur || !frog || !field || !chick || !rooster || !his || !moving || !wanted || !fourth)
    throw new Error('the cast is short of NFTs')
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  await cast.approve(carol, ...carol.nfts)
  const sold = await cast.offer(alice, [chick], [wanted])
  await cast.callEscrow(bob, 'acceptSwapOffer', [sold], feeWei)
  const stuck = await cast.offer(alice, [fur], [his])
  const mend = await breakCollection(world, fur.contract)
  await cast.callEscrow(alice, 'cancelSwapOffer', [stuck])
  await mend()
  const returned = await cast.offer(alice, [rooster], [his], 300)
  await cast.offer(alice, [mask], [his, fourth], 300)
  await cast.offer(alice, [shore], [his], hourS + 200)
  await world.clock.advance(301)
  await cast.callEscrow(bob, 'cancelExpiredOffer', [returned], feeWei)
  await cast.offerWithCoins(
    alice,
    bob.address,
    { offered: [frog], requested: [moving], coins: { offeredWei: parseEther('0.5'), requestedWei: 0n } },
    6 * 24 * hourS,
  )
  await cast.transfer(bob, carol.address, moving)
  await cast.offer(carol, carol.nfts, [field], 20 * hourS)
  await counter(world, { opener: { member: alice, nfts: [wanted] }, guest: { member: bob, nfts: [his], more: fourth } })
  return { alice, bob, carol }
}

interface Counter {
  readonly opener: { readonly member: Member; readonly nfts: readonly Nft[] }
  readonly guest: { readonly member: Member; readonly nfts: readonly Nft[]; readonly more: Nft }
}

/** Opens a table whose guest answers with one NFT more, for coins. */
async function counter({ url }: World, { opener, guest }: Counter): Promise<void> {
  const [hers, his] = [await signInAs(url, { account: opener.member }), await signInAs(url, { account: guest.member })]
  const deal = (guestNfts: readonly Nft[], openerWei: bigint) =>
    dealToWire({
      opener: { nfts: opener.nfts, wei: openerWei },
      guest: { nfts: guestNfts, wei: 0n },
      durationMinutes: 1440,
    })
  const terms = { note: '', isReady: true }
  const { table } = await hers.client.request('openTable', {
    query: { as: opener.member.address },
    body: { with: guest.member.address, deal: deal(guest.nfts, 0n), ...terms },
  })
  await his.client.request('layVersion', {
    params: { tableId: table.tableId },
    query: { as: guest.member.address },
    body: { base: 1, deal: deal([...guest.nfts, guest.more], parseEther('0.5')), ...terms },
  })
}

/** Opens a path as this wallet, with nicknames where given. */
export async function at(stage: Stage, { address }: Pick<Member, 'address'>, path: string): Promise<Page> {
  const person = await stage.seat(address)
  await person.visit(path)
  return person.page
}

const busy = new WeakMap<World, Promise<BusyWallet>>()

/** One busy wallet for all pictures of a world. */
export function busyOnce(stage: Stage): Promise<BusyWallet> {
  const known = busy.get(stage.world) ?? busyWallet(stage)
  busy.set(stage.world, known)
  return known
}

/** A wallet that many offers were made to, and who made many: more than a page of each. */
export async function floodedWallet({ cast }: Stage): Promise<Member> {
  const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
  const [mask] = alice.nfts
  const [frog] = bob.nfts
  if (!mask || !frog) throw new Error('the cast is short of NFTs')
  const coins = { offeredWei: parseEther('0.001'), requestedWei: 0n }
  for (let turn = 0; turn < manyOffers; turn += 1) {
    await cast.offerWithCoins(bob, alice.address, { offered: [], requested: [mask], coins }, 3 * 24 * hourS)
    if (turn % 4 === 0)
      await cast.offerWithCoins(alice, bob.address, { offered: [], requested: [frog], coins }, 3 * 24 * hourS)
  }
  return alice
}

const manyOffers = 56

export const longName = 'Maximiliane von und zu Hohenbobingen III'

export async function keepContacts(page: Page, contacts: readonly { address: string; name: string }[]): Promise<void> {
  await page.evaluate((list) => localStorage.setItem('parley-contacts', JSON.stringify(list)), contacts)
  await page.reload()
}

/** Opens a path as this wallet while our server is away. `andChain`: the endpoints of the chain too. */
export async function atWithoutServer(
  stage: Stage,
  { address }: Pick<Member, 'address'>,
  path: string,
  andChain?: 'andChain',
): Promise<Page> {
  const person = await stage.seat(address)
  await person.page.route('**/api/**', (route) => route.abort())
  if (andChain) await person.page.route(`${stage.world.chain.url}/**`, (route) => route.abort())
  await person.visit(path)
  return person.page
}
