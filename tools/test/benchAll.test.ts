import { describe, expect, it } from 'vitest'
import { durationRows, goalS, measureAll, type BenchPart } from '../bench/measureAll.ts'

function part(name: string, besides: boolean, work: () => Promise<{ ok: boolean }>): BenchPart {
  return {
    name,
    besides,
    measure: async () => ({ ...(await work()), output: `figures of ${name}`, seconds: 1.6, cpuS: null }),
  }
}

const passes = () => Promise.resolve({ ok: true })
const fails = () => Promise.resolve({ ok: false })

describe('given benchmarks, one of them failing', () => {
  it('measures the others anyway, and says which failed', async () => {
    const said: string[] = []
    const parts = [part('first', false, fails), part('second', false, passes), part('counting', true, fails)]
    const measured = await measureAll(parts, ({ name, output }) => said.push(`${name}: ${output}`))
    expect(said).toEqual(['counting: figures of counting', 'first: figures of first', 'second: figures of second'])
    expect(measured.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['counting', 'first'])
  })
})

describe('given benchmarks that count and others that time', () => {
  it('runs the counting ones in parallel, and then each other one alone', async () => {
    const under = new Set<string>()
    const together: string[][] = []
    const seen = (name: string) => async () => {
      under.add(name)
      together.push([...under])
      await new Promise((resolve) => setImmediate(resolve))
      under.delete(name)
      return { ok: true }
    }
    const parts = [
      part('timed', false, seen('timed')),
      part('one', true, seen('one')),
      part('other', true, seen('other')),
      part('timed too', false, seen('timed too')),
    ]
    await measureAll(parts, () => undefined)
    expect(together).toEqual([['one'], ['one', 'other'], ['timed'], ['timed too']])
  })
})

describe('given how long each took', () => {
  it('says it of each and of all, against the goal', () => {
    const measured = [
      { name: 'gas', ok: true, output: '', seconds: 12.4, cpuS: null },
      { name: 'api', ok: false, output: '', seconds: 300.6, cpuS: null },
    ]
    expect(durationRows(measured, 301.2)).toEqual([
      { case: 'gas', figure: 12, unit: 's', reference: goalS, against: 'goal' },
      { case: 'api (FAILED)', figure: 301, unit: 's', reference: goalS, against: 'goal' },
      { case: 'all', figure: 301, unit: 's', reference: goalS, against: 'goal' },
    ])
  })
})
