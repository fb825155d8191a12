import type { Nft } from '@parley/domain'
import type { PushBrowser } from '@parley/testkit'
import { concat, encodeEventTopics, erc721Abi, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market, type Person } from '../given/market.ts'
import { servePhone, told } from '../given/pushes.ts'
import { at, type Member, open, terms } from '../given/tables.ts'
import { type TestServer, until } from '../given/testServer.ts'

/** Emits its 128 bytes of input as the four topics of a log. */
const logsItsInput = '0x60603560403560203560003560006000a400'
const burnAddress = '0x000000000000000000000000000000000000dEaD'

describe.each(engines)('given an NFT that an open offer and a table ask for, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let market: Market
  let server: TestServer
  let alice: Member
  let bob: Member
  /** Alice's. */
  let phone: PushBrowser
  let stop: () => Promise<void>
  beforeAll(async () => {
    market = await openMarket()
    ;({ server, alice, bob, phone, stop } = await servePhone(market, await databases.fresh(), 'alice'))
  })
  afterAll(async () => {
    await stop()
    await market.stop()
  })

  /** What a collection that burns says. The market's has no such function, so its code is replaced for a moment. */
  const burn = async (from: Person, { contract, tokenId }: Nft): Promise<void> => {
    const { client } = market.chain
    const code = await client.getCode({ address: contract })
    await client.setCode({ address: contract, bytecode: logsItsInput })
    const topics = encodeEventTopics({
      abi: erc721Abi,
      eventName: 'Transfer',
      args: { from: market.address(from), to: zeroAddress, tokenId },
    })
    const account = market.address(from)
    const data = concat(topics.flatMap((topic) => topic ?? []))
    const hash = await client.sendTransaction({ account, chain: null, to: contract, data })
    await client.waitForTransactionReceipt({ hash })
    await client.setCode({ address: contract, bytecode: code ?? '0x' })
  }

  it.each(['to nobody', 'to the burn address'] as const)(
    'tells that it has moved once it was burned %s',
    async (way) => {
      const id = await market.offer()
      const offer = await until(() => server.offer(id))
      const nft: Nft = { contract: market.collection, tokenId: BigInt(offer.tokenIdsRequested[0] ?? 0) }
      const [mine, his] = [await market.mint('alice'), nft]
      const { tableId } = await open(bob, alice, terms({ opener: [his], guest: [mine] }))
      if (way === 'to nobody') await burn('bob', nft)
      else await market.transfer(nft, 'bob', burnAddress)
      const isTold = async () => {
        const { items } = await alice.api.request('inbox', { query: alice.as })
        return [id, tableId].every((subject) => items.some((item) => item.id.startsWith(`nft-moved:${subject}`)))
      }
      await until(isTold)
      await until(async () => told(phone).includes(`nft-moved:${id}`))
      expect(told(phone).filter((item) => item === `nft-moved:${id}`)).toHaveLength(1)
      await market.cancel(id)
      await at(bob, tableId).leave()
    },
  )
})
