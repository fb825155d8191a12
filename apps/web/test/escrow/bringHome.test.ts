import { createApiClient } from '@parley/protocol'
import { breakCollection } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringHomeTogether, takeOwedCoins } from '../../src/actions/bringHome.ts'
import { escrowedQuery, type Holding, holdingsOf } from '../../src/pages/escrow/holdings.ts'
import { groupsOf } from '../../src/pages/escrow/useBringHome.ts'
import { callHome, type HomeCost, paysFee } from '../../src/services/wayHome.ts'
import { chainTimeS } from '../../src/services/chainTime.ts'
import { createSession } from '../../src/services/openSession.ts'
import { failureOf, openStage, type Stage } from '../actions/stage.ts'
import { givenThreeThings } from './threeThings.ts'

const feeWei = 10n ** 16n
const halfCoin = 5n * 10n ** 17n

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function holdingsOfAccount(address: `0x${string}`): Promise<readonly Holding[]> {
  const session = createSession(stage.config, createApiClient('http://127.0.0.1:9'))
  const answer = await session.queries.fetchQuery(escrowedQuery(session, address))
  return holdingsOf(session, answer, chainTimeS(session.live, session.clock.now()))
}

const balanceOf = (address: `0x${string}`) => stage.world.chain.client.getBalance({ address })

describe('given a wallet that signs several calls together', () => {
  it('brings an expired, an open and an unreturned thing home under one signature, or none of them', async () => {
    const { cast, world } = stage
    const { member, stuck } = await givenThreeThings(stage)
    const actor = await stage.enterSmart(member)
    const holdings = await holdingsOfAccount(member.address)
    expect(holdings.map(({ way }) => way)).toEqual(['recover', 'claim', 'cancel'])
    const things = holdings.map((holding) => ({
      offer: holding.offer,
      paysFee: paysFee(holding),
      call: (fee: bigint) => callHome(holding, fee, member.address),
    }))

    const mendAgain = await breakCollection(world, stuck.contract)
    expect(
      await failureOf(bringHomeTogether(actor.tools, world.escrow, { account: member.address, things })),
    ).toMatchObject({ kind: 'chain' })
    await mendAgain()
    expect(actor.wallet.sentBatches()).toEqual([])

    expect(await bringHomeTogether(actor.tools, world.escrow, { account: member.address, things })).toEqual([])

    expect(actor.wallet.sentBatches().map((calls) => calls.length)).toEqual([3])
    for (const nft of member.nfts) expect(await cast.ownerOf(nft)).toBe(member.address)
    expect(await holdingsOfAccount(member.address)).toEqual([])
  })
})

describe('given coins that a wallet refused', () => {
  it('sends them to the address that their owner chose, once', async () => {
    const { cast, world, enter } = stage
    const [alice, bob, other] = [await cast.member('dokyo'), await cast.member(), await cast.member()]
    await cast.approve(alice, ...alice.nfts)
    const coins = { offeredWei: 0n, requestedWei: halfCoin }
    const id = await cast.offerWithCoins(alice, bob.address, { offered: alice.nfts, requested: [], coins })
    const { client } = world.chain
    await client.setCode({ address: alice.address, bytecode: '0x60006000fd' })
    await cast.callEscrow(bob, 'acceptSwapOffer', [id], feeWei + halfCoin)
    await client.setCode({ address: alice.address, bytecode: '0x' })
    const { tools } = await enter(alice)
    // Since the press, the wallet has changed accounts. The contract would pay that account's coins.
    const ofBob = { escrow: world.escrow, owner: bob.address, to: other.address }
    expect(await failureOf(takeOwedCoins(tools, ofBob))).toEqual({ kind: 'account-changed' })
    const before = await balanceOf(other.address)
    await takeOwedCoins(tools, { escrow: world.escrow, owner: alice.address, to: other.address })
    expect((await balanceOf(other.address)) - before).toBe(halfCoin)
    expect(
      await failureOf(takeOwedCoins(tools, { escrow: world.escrow, owner: alice.address, to: other.address })),
    ).toMatchObject({
      failure: { kind: 'reverted', revert: { name: 'NoCoinsOwed' } },
    })
  })
})

describe('given many things to bring home together', () => {
  const escrow = '0x54C800d2331E10467143911aabCa092d68bF4166'
  const thing = (at: number, of: `0x${string}` = escrow): Holding => ({
    key: `thing ${at}`,
    state: 'offered',
    way: 'cancel',
    escrow: of,
    offer: null,
    nfts: [],
    wei: 0n,
    freeFromS: null,
  })
  const costing = (gas: bigint, things: readonly Holding[]) =>
    new Map<string, HomeCost>(things.map(({ key }) => [key, { kind: 'known', feeWei: 0n, networkWei: 0n, gas }]))

  it('asks once for as much as fits into a block, and once for each escrow', () => {
    const many = Array.from({ length: 25 }, (_, at) => thing(at))
    expect(groupsOf(many, costing(100_000n, many)).map(({ length }) => length)).toEqual([20, 5])
    expect(groupsOf(many.slice(0, 5), costing(3_000_000n, many)).map(({ length }) => length)).toEqual([2, 2, 1])
    const two = [thing(1), thing(2, '0x51033FDc8C3e2C6387Fe1cC15F0c58Dbd31e5971')]
    expect(groupsOf(two, costing(1n, two))).toHaveLength(2)
    // What it costs is not known yet: alone.
    expect(groupsOf(many.slice(0, 2), new Map())).toHaveLength(2)
  })
})
