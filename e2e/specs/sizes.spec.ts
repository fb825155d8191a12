import type { Cast } from '@parley/testkit'
import { expect, test } from '../fixtures/test.ts'
import { portals } from '../portals/portals.ts'

type CollectionKey = Parameters<Cast['member']>[number]

const perSide = [1, 5, 20] as const
const deals = [
  { name: 'NFTs alone', give: '', get: '' },
  { name: 'NFTs and coins on both sides', give: '0.5', get: '0.25' },
] as const
const wei = (avax: string): bigint => BigInt(Math.round(Number(avax) * 100)) * 10n ** 16n
const feeWei = 10n ** 16n

/** Gas at the local chain's price costs far less. */
const gasAtMostWei = 10n ** 17n

for (const portal of portals)
  test.describe(`given as many NFTs on both sides, in ${portal.name}`, { tag: ['@long'] }, () => {
    test.use({ portal })

    for (const count of perSide)
      for (const { name, give, get } of deals)
        test(`${count} for ${count}: ${name} are laid out, accepted, and all in the other wallet`, async ({
          cast,
          seat,
          world,
        }) => {
          const many = (key: CollectionKey) => Array.from({ length: count }, () => key)
          const [alice, bob] = [await cast.member(...many('dokyo')), await cast.member(...many('hoppers'))]
          await cast.approve(alice, ...alice.nfts)
          await cast.approve(bob, ...bob.nfts)
          const balanceOf = ({ address }: { address: `0x${string}` }) => world.chain.client.getBalance({ address })
          const before = [await balanceOf(alice), await balanceOf(bob)] as const

          const atAlices = await seat(alice.address)
          await atAlices.arrive()
          await atAlices.screen.addCoins()
          await atAlices.page.getByRole('textbox', { name: 'AVAX YOU GIVE' }).fill(give)
          await atAlices.page.getByRole('textbox', { name: 'AVAX YOU GET' }).fill(get)
          await atAlices.screen.layOut(alice, bob)
          await atAlices.screen.create()
          await atAlices.screen.closeSuccess()

          const atBobs = await seat(bob.address)
          await atBobs.arrive()
          await atBobs.screen.acceptReceived()

          for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(bob.address)
          for (const nft of bob.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
          const spent = [before[0] - (await balanceOf(alice)), before[1] - (await balanceOf(bob))] as const
          const due = [wei(give) - wei(get) + feeWei, wei(get) - wei(give) + feeWei] as const
          for (const side of [0, 1] as const) {
            expect(spent[side]).toBeGreaterThan(due[side])
            expect(spent[side]).toBeLessThan(due[side] + gasAtMostWei)
          }
          expect(atAlices.complaints).toEqual([])
          expect(atBobs.complaints).toEqual([])
        })
  })
