import { startRpcProxy } from '@parley/testkit'
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
