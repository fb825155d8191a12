import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../src/images/cache/singleFlight.ts'
import { firstAnswering } from '../../src/images/net/createAssetReader.ts'

describe('given work for more than may run at once', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    'never exceeds the limit, even if a task arrives just as a place is free: %i',
    async (turns) => {
      const flights = createSingleFlight<void>(1, 10)
      const held = Promise.withResolvers<void>()
      let [running, most] = [0, 0]
      const work = async (until: Promise<void>): Promise<void> => {
        running += 1
        most = Math.max(most, running)
        await until
        await Promise.resolve()
        running -= 1
      }
      const all = [
        flights.join('first', () => work(held.promise)),
        flights.join('second', () => work(Promise.resolve())),
      ]
      const comes = async (): Promise<void> => {
        await held.promise
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
        await flights.join('third', () => work(Promise.resolve()))
      }
      all.push(comes())
      held.resolve()
      await Promise.all(all)
      expect(most).toBe(1)
    },
  )

  it('refuses those for whom there is no room to wait', async () => {
    const flights = createSingleFlight<void>(1, 1)
    const held = Promise.withResolvers<void>()
    const all = ['first', 'second', 'third'].map((key) => flights.join(key, () => held.promise))
    await expect(all[2]).rejects.toMatchObject({ problem: 'busy' })
    held.resolve()
    await Promise.all(all.slice(0, 2))
  })
})

describe('given a group that takes all it can get', () => {
  it('leaves a quarter of the places, and of the line, to others', async () => {
    const flights = createSingleFlight<string>(4, 8)
    const held = Promise.withResolvers<string>()
    const greedy = Array.from({ length: 12 }, (_, index) =>
      flights.join(`greedy ${index}`, () => held.promise, 'greedy'),
    )
    const outcomes = Promise.allSettled(greedy)
    expect(await flights.join('modest', async () => 'came', 'modest')).toBe('came')
    held.resolve('came too')
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(12 - 3 - 6)
  })
})

describe('given several sources, the first answer wins', () => {
  const silent = () => new Promise<string>(() => undefined)

  it('asks the next one when one fails, or is silent', async () => {
    const ask = (source: string) => {
      if (source === 'silent') return silent()
      return source === 'good' ? Promise.resolve('answer') : Promise.reject(new Error(source))
    }
    expect(await firstAnswering(['bad', 'silent', 'good'], ask, 1)).toBe('answer')
    await expect(firstAnswering(['bad', 'worse'], ask, 1)).rejects.toThrow('worse')
  })

  it('fails without any source', async () => {
    await expect(firstAnswering([], silent, 1)).rejects.toMatchObject({ problem: 'unreachable' })
  })
})
