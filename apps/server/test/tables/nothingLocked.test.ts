import { erc721Abi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, open, serveTwo, terms } from '../given/tables.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())
const databases = givenDatabases('sqlite')

it('locks nothing and costs no gas, whatever two people do at a table (decision N1)', async () => {
  const [give, want] = [await market.mint('alice'), await market.mint('bob')]
  const { client } = market.chain
  const holderOf = ({ contract, tokenId }: typeof give) =>
    client.readContract({ address: contract, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
  const wallet = async (address: `0x${string}`) => [
    await client.getBalance({ address }),
    await client.getTransactionCount({ address }),
  ]
  const chainNow = async () => ({
    block: await client.getBlockNumber({ cacheTime: 0 }),
    wallets: [await wallet(market.address('alice')), await wallet(market.address('bob'))],
    escrow: await client.getBalance({ address: market.escrow.address }),
    holders: [await holderOf(give), await holderOf(want)],
  })
  const { server, alice, bob } = await serveTwo(market, await databases.fresh())
  try {
    const before = await chainNow()
    const deal = terms({ opener: [give], guest: [want] })
    const { tableId } = await open(alice, bob, deal, { note: 'One for one' })
    const [hers, his] = [at(alice, tableId), at(bob, tableId)]
    await his.decline(1, 'Some coins too')
    await hers.lay(1, terms({ opener: [give], guest: [want], openerWei: 5n }), { isReady: true })
    await hers.withdraw(2)
    await his.lay(2, deal, { isReady: true })
    await his.tick(3, false)
    await his.tick(3)
    expect((await hers.tick(3)).state).toBe('agreed')
    await hers.pass(3, 'guest')
    await his.say('In a minute')
    await hers.leave()
    expect(await chainNow()).toEqual(before)
  } finally {
    await server.stop()
  }
})
