import { describe, expect, it } from 'vitest'
import { openWatchedMarket } from './watchedMarket.ts'

describe('given endpoints that charge for requests', () => {
  it('asks six times in a look while the chain goes on, and seven where an offer has ended', async () => {
    const market = await openWatchedMarket()
    try {
      const id = await market.offer()
      const { looks } = market.openWatch()
      await looks(3)
      const asked = async (): Promise<number> => {
        await market.mint('carol')
        market.proxy.reset()
        await looks(1)
        return market.proxy.traffic().requests
      }
      // Events are read up to the look before.
      await asked()
      expect(await asked()).toBe(6)
      await market.cancel(id)
      expect(await asked()).toBe(7)
    } finally {
      await market.stop()
    }
  })
})
