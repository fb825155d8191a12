import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { openMarket } from '../given/market.ts'
import { startTestServer, until } from '../given/testServer.ts'

describe.each(engines)('given a local chain that can be reset, indexed into %s', (engine) => {
  const databases = givenDatabases(engine)

  it('drops the index when the chain is put back under it, and builds that of the chain that is there', async () => {
    const own = await openMarket()
    try {
      const server = await startTestServer(own, await databases.fresh())
      try {
        const kept = await own.offer()
        await until(async () => (await server.raw(`/api/swap-offers/${kept}`)).status === 200)
        // Owners read later than the swap have no block in which they received it.
        const supplies = async () => (await server.api.request('collections', {})).collections
        await until(async () => (await supplies()).every(({ supply }) => supply !== null))
        const snapshot = await own.chain.client.snapshot()
        const undone = await own.offer()
        await own.accept(undone)
        const { tokenIdsOffered } = await until(() => server.offer(undone))
        const nft = { contract: own.collection, tokenId: tokenIdsOffered[0] ?? '' }
        const bobs = async () =>
          (await server.api.request('holdings', { params: { address: own.address('bob') } })).nfts
        const swaps = async () => (await server.api.request('nftSwaps', { params: nft })).swaps
        await until(async () => (await swaps()).length === 1)
        await until(async () => (await bobs()).some(({ receivedBlock }) => receivedBlock))
        await own.chain.client.revert({ id: snapshot })
        for (let blocks = 0; blocks < 5; blocks += 1) await own.wait(1)
        await until(async () => (await server.raw(`/api/swap-offers/${undone}`)).status === 404)
        await until(async () => (await server.raw(`/api/swap-offers/${kept}`)).status === 200)
        expect(await swaps()).toEqual([])
        await until(async () => (await bobs()).every(({ receivedBlock }) => receivedBlock === undefined))
      } finally {
        await server.stop()
      }
    } finally {
      await own.stop()
    }
  })

  it('says so in the log', async () => {
    const own = await openMarket()
    try {
      const server = await startTestServer(own, await databases.fresh())
      try {
        const snapshot = await own.chain.client.snapshot()
        await own.wait(1)
        await server.indexer.catchUp()
        await own.chain.client.revert({ id: snapshot })
        await until(async () => server.log.some((line) => line.includes('reset or put back')))
      } finally {
        await server.stop()
      }
    } finally {
      await own.stop()
    }
  })

  it('is not ready on a chain without the escrow, and says so', async () => {
    const [here, elsewhere] = await Promise.all([openMarket(), openMarket({ genesisTimeS: 1_700_000_000 })])
    try {
      const { address } = await here.deployAnotherEscrow()
      const [escrow] = here.deployment.escrows
      const deployment = { ...here.deployment, escrows: [{ ...escrow, address }] }
      await writeFile(here.deploymentFile, JSON.stringify(deployment))
      const server = await startTestServer({ ...here, chain: elsewhere.chain }, await databases.fresh())
      try {
        const health = await until(async () => {
          const answer = await server.raw('/health')
          return String(answer.body['error']).includes(address) && answer
        })
        expect(health).toMatchObject({ status: 503, body: { success: false, ready: false } })
      } finally {
        await server.stop()
      }
    } finally {
      await Promise.all([here.stop(), elsewhere.stop()])
    }
  })

  it.each([
    ['beginning', { genesisTimeS: 1_600_000_000 }],
    ['first block', { genesisTimeS: 1_700_000_000, firstWaitS: 5_000 }],
  ])('drops the index of a chain of the same id and another %s at start', async (_, other) => {
    const database = await databases.fresh()
    const before = await openMarket(other)
    const server = await startTestServer(before, database)
    const gone = await before.offer()
    await until(async () => (await server.raw(`/api/swap-offers/${gone}`)).status === 200)
    await server.stop()
    await before.stop()
    const after = await openMarket({ genesisTimeS: 1_700_000_000 })
    try {
      const restarted = await startTestServer(after, database)
      // While PostgreSQL still holds the lead for the previous server, the old index is shown.
      await until(async () => {
        const { offers } = await restarted.api.request('offersByUser', { params: { address: after.address('alice') } })
        return offers.length === 0
      })
      await restarted.stop()
    } finally {
      await after.stop()
    }
  })
})
