import { allRoutes, createClientOf, type AllRoutes, type ApiClient } from '@parley/protocol'
import { Cast, startWorld, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patienceMs } from '../given/testServer.ts'

let world: World
let api: ApiClient<AllRoutes>
beforeAll(async () => {
  world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null })
  api = createClientOf(allRoutes, world.url, { timeoutMs: patienceMs })
})
afterAll(() => world.stop())

const record = () => api.request('escrowRecord', { params: { address: world.escrow } })

describe('given an unused escrow', () => {
  it('tells of its deployment, and holds nothing', async () => {
    await api.request('syncOffers')
    const { actions, openOffers, nftsHeld } = await record()
    expect([openOffers, nftsHeld]).toEqual([0, 0])
    expect(actions.map(({ deed }) => deed.kind)).toEqual(['feeUpdated', 'ownershipPassed'])
  })

  it('knows no other contract', async () => {
    const address = world.wallets.alice.account.address
    await expect(api.request('escrowRecord', { params: { address } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('given an owner who did everything that an owner can', () => {
  it('tells of each deed with its values, newest first, and counts what is held', async () => {
    const cast = new Cast(world)
    const { deployer } = world.wallets
    const [alice, bob] = [await cast.member('dokyo', 'aso', 'steady'), await cast.member('hoppers')]
    const [one, two, stray] = alice.nfts
    if (!one || !two || !stray) throw new Error('Alice was given too little')
    await cast.approve(alice, one, two)
    await cast.offer(alice, [one, two], bob.nfts)
    await cast.transfer(alice, world.escrow, stray)
    await cast.callEscrow(deployer, 'updateFee', [20_000_000_000_000_000n])
    await cast.callEscrow(deployer, 'withdrawFees')
    await cast.callEscrow(deployer, 'setCreationPaused', [true])
    await cast.callEscrow(deployer, 'setCreationPaused', [false])
    await cast.callEscrow(deployer, 'emergencyWithdraw', [stray.contract, stray.tokenId])
    await cast.callEscrow(deployer, 'transferOwnership', [bob.address])
    await cast.callEscrow(bob, 'acceptOwnership')
    await api.request('syncOffers')

    const { actions, openOffers, nftsHeld } = await record()
    const owner = deployer.account.address
    expect([openOffers, nftsHeld]).toEqual([1, 2])
    expect(actions.slice(0, 7).map(({ deed }) => deed)).toEqual([
      { kind: 'ownershipPassed', from: owner, to: bob.address },
      { kind: 'ownershipProposed', from: owner, to: bob.address },
      { kind: 'nftRecovered', contract: stray.contract, tokenId: String(stray.tokenId), to: owner },
      { kind: 'creationResumed' },
      { kind: 'creationPaused' },
      { kind: 'feesWithdrawn', to: owner, amountWei: '10000000000000000' },
      { kind: 'feeUpdated', oldWei: '10000000000000000', newWei: '20000000000000000' },
    ])
  })
})
