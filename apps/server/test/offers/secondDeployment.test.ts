import { rm, writeFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { swapEscrowAbi } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import { transact, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

describe.each(engines)(
  'given a world with open offers of the first edition that moves to the second, on %s',
  (engine) => {
    const databases = givenDatabases(engine)
    let market: Market
    let server: TestServer
    let newer: EscrowDeployment
    let upgradedFile: string
    const open = { accepted: '', cancelled: '', expired: '', left: '' }
    beforeAll(async () => {
      market = await openMarket({ firstEdition: true })
      const database = await databases.fresh()
      const before = await startTestServer(market, database)
      open.expired = await market.offer({ durationS: 60 })
      for (const key of ['accepted', 'cancelled', 'left'] as const) open[key] = await market.offer()
      await until(async () => (await before.offer(open.left))?.isActive)
      await before.stop()
      newer = await market.deployAnotherEscrow()
      upgradedFile = join(dirname(market.deploymentFile), `upgraded-${engine}.json`)
      await writeFile(upgradedFile, JSON.stringify({ ...market.deployment, escrows: [newer, market.escrow] }))
      server = await startTestServer({ chain: market.chain, deploymentFile: upgradedFile }, database)
    })
    afterAll(async () => {
      await server.stop()
      await market.stop()
      await rm(upgradedFile, { force: true })
    })

    const hex = (id: string): `0x${string}` => `0x${id.slice(2)}`
    const becomes = (id: string, status: string) => until(async () => (await server.offer(id))?.status === status)

    it('sends new offers to the newer one, and keeps what was open', async () => {
      const config = await server.api.request('config', {})
      expect(config.escrows.map(({ address }) => address)).toEqual([newer.address, market.escrow.address])
      const made = await market.offer({ escrow: newer })
      const params = { address: market.address('alice') }
      const listed = async () => {
        const { offers } = await server.api.request('offersByCreator', { params })
        return Object.fromEntries(offers.map(({ offerId, escrow }) => [offerId.toLowerCase(), escrow]))
      }
      const kept = Object.fromEntries(Object.values(open).map((id) => [id, market.escrow.address]))
      await expect.poll(listed).toEqual({ ...kept, [made]: newer.address })
    })

    it('lets the offers of the older one be accepted, cancelled and recovered', async () => {
      await market.accept(hex(open.accepted))
      await market.cancel(hex(open.cancelled))
      await market.wait(120)
      await market.recover(hex(open.expired))
      await becomes(open.accepted, 'completed')
      await becomes(open.cancelled, 'cancelled')
      await becomes(open.expired, 'cancelled')
      expect((await server.offer(open.left))?.isActive).toBe(true)
    })

    it('goes on with both where creating was stopped at the older one', async () => {
      await transact(market.chain.client, {
        from: wallets.deployer,
        to: market.escrow.address,
        abi: swapEscrowAbi,
        functionName: 'setCreationPaused',
        args: [true],
      })
      await expect(market.offer()).rejects.toThrow()
      await market.cancel(hex(open.left))
      await becomes(open.left, 'cancelled')
      const made = await market.offer({ escrow: newer })
      await market.accept(made, 'bob', newer)
      await becomes(made, 'completed')
    })
  },
)
