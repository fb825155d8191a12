import { createChainClient, findOwners } from '@parley/chain'
import { localChainId, multicall3Address, startRpcProxy } from '@parley/testkit'
import { expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket } from '../given/market.ts'
import { startTestServer } from '../given/testServer.ts'

const databases = givenDatabases('sqlite')

it('greets open pages again when the owners are read: no event tells what changed before', async () => {
  const market = await openMarket()
  const proxy = await startRpcProxy(market.chain.url)
  const ownersMayBeRead = Promise.withResolvers<void>()
  proxy.holdBack((calls) =>
    calls.some(({ method }) => method === 'eth_call') ? ownersMayBeRead.promise : Promise.resolve(),
  )
  const server = await startTestServer(market, await databases.fresh(), { RPC_URLS: proxy.url })
  const stream = await fetch(`${server.url}/api/events`)
  let heard = ''
  const decoder = new TextDecoder()
  const ended = stream.body?.pipeTo(
    new WritableStream({ write: (chunk) => void (heard += decoder.decode(chunk, { stream: true })) }),
  )
  const greetings = () => heard.split('"hello"').length - 1
  await expect.poll(greetings).toBe(1)
  ownersMayBeRead.resolve()
  await expect.poll(greetings).toBe(2)
  await server.stop()
  await ended
  await proxy.stop()
  await market.stop()
})

it('takes a block whose state the endpoint no longer has for a lack of state, not for a broken collection', async () => {
  const market = await openMarket()
  const [collection] = market.deployment.collections
  if (!collection) throw new Error('the market has no collection')
  const client = createChainClient({
    chainId: localChainId,
    chainName: 'local',
    rpcUrls: [market.chain.url],
    multicall3: multicall3Address,
  })
  const block = await client.getBlockNumber()
  expect(await findOwners(client, collection, block)).toHaveProperty('tokens')
  // More than anvil keeps.
  await market.chain.client.mine({ blocks: 200 })
  expect(await findOwners(client, collection, block)).toEqual({ unreadable: 'unreachable' })
  expect(await findOwners(client, collection, block + 200n)).toHaveProperty('tokens')
  await market.stop()
})
