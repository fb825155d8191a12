import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { countForge, failuresOfForge } from '../tests/contractTests.ts'
import { runParts } from '../tests/runParts.ts'
import { readEvents } from '../tests/testEvents.ts'
import { tally, type EndedTest, type PartWatch, type TestPart } from '../tests/TestPart.ts'

describe('given what a program of tests wrote', () => {
  it('reads forge by its last line', () => {
    const output =
      'Suite result: FAILED. 3 passed; 1 failed; 0 skipped\n\nRan 4 test suites in 2.31s (8.1s CPU time): 129 tests passed, 2 failed, 0 skipped (131 total tests)\n'
    expect(countForge(output)).toEqual({ passed: 129, failed: 2 })
    expect(
      countForge('Ran 1 test suite in 20.17ms (20.03ms CPU time): 1 tests passed, 0 failed, 0 skipped (1 total tests)'),
    ).toEqual({ passed: 1, failed: 0 })
    expect(countForge('No tests found in project!')).toEqual({ passed: 0, failed: 0 })
  })

  it('finds what failed in forge, once each', () => {
    const output =
      'Ran 2 tests for test/unit/Fee.t.sol:FeeTest\n[PASS] test_fee() (gas: 12)\n[FAIL: 1 != 2] test_more() (gas: 13)\n\nFailing tests:\nEncountered 1 failing test in test/unit/Fee.t.sol:FeeTest\n[FAIL: 1 != 2] test_more() (gas: 13)\n'
    expect(failuresOfForge(output)).toEqual([
      { file: 'contracts/test/unit/Fee.t.sol', title: 'test_more', ms: 0, outcome: 'failed', error: '1 != 2' },
    ])
  })

  it('takes a crash for a failure, and a run without a test as well', () => {
    expect(tally({ passed: 12, failed: 0 }, true)).toEqual({ passed: 12, failed: 0 })
    expect(tally({ passed: 12, failed: 0 }, false)).toEqual({ passed: 12, failed: 1 })
    expect(tally({ passed: 12, failed: 3 }, false)).toEqual({ passed: 12, failed: 3 })
    expect(tally({ passed: 0, failed: 0 }, true)).toEqual({ passed: 0, failed: 1 })
  })

  it('reads events from output that comes in pieces, and logs the rest', () => {
    const ended: EndedTest[] = []
    let logged = ''
    const watch: PartWatch = {
      planned: () => undefined,
      advanced: () => undefined,
      ended: (test) => ended.push(test),
      log: (text) => (logged += text),
    }
    const read = readEvents(watch)
    read('a line\n@parley-test {"event":"ended","file":"a.test.ts",')
    read('"title":"adds","ms":1,"outcome":"passed"}\nanother ')
    read('line\n')
    expect(ended).toEqual([expect.objectContaining({ file: 'a.test.ts', title: 'adds', outcome: 'passed' })])
    expect(logged).toBe('a line\nanother line\n')
  })
})

const folder = await mkdtemp(join(tmpdir(), 'parley-counting-'))
afterAll(() => rm(folder, { recursive: true }))

describe('given parts that pass, fail and throw', () => {
  const part = (name: string, passed: number, failed: number, more: Partial<TestPart> = {}): TestPart => ({
    name,
    run: () => Promise.resolve({ passed, failed, cpuS: 1 }),
    ...more,
  })

  async function outputOf(parts: readonly TestPart[]) {
    const out = new PassThrough()
    let text = ''
    out.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const passed = await runParts(parts, out, folder)
    return { passed, lines: text.trimEnd().split('\n'), text }
  }

  it('runs them all and ends with the sum', async () => {
    const throwing = part('broken', 0, 0, { run: () => Promise.reject(new Error('no chain')) })
    const some = await outputOf([part('bad', 1, 2), throwing, part('good', 4, 0)])
    expect(some.passed).toBe(false)
    expect(some.lines.at(-1)).toBe('5 passed, 3 failed')
    expect(some.text).toContain('no chain')
    const all = await outputOf([part('good', 4, 0)])
    expect(all.passed).toBe(true)
    expect(all.lines.at(-1)).toBe('4 passed, 0 failed')
  })

  it('marks a part that takes more CPU seconds than it usually does', async () => {
    const taking = (name: string, cpuS: number, usualCpuS?: number): TestPart =>
      part(name, 1, 0, {
        run: () => Promise.resolve({ passed: 1, failed: 0, cpuS }),
        ...(usualCpuS === undefined ? {} : { usualCpuS }),
      })
    const { lines } = await outputOf([taking('grown', 130, 100), taking('steady', 110, 100), taking('unknown', 500)])
    const lineOf = (name: string) => lines.findLast((line) => line.startsWith(name))
    expect(lineOf('grown')).toMatch(/ 130 +100 {2}\+30 %$/)
    expect(lineOf('steady')).toMatch(/ 110 +100$/)
    expect(lineOf('unknown')).toMatch(/ 500 *$/)
  })

  it('begins one when those that it waits for have ended, and not where one that it needs has failed', async () => {
    const order: string[] = []
    const noted = (name: string, failed: number, more: Partial<TestPart> = {}): TestPart =>
      part(name, 1, failed, {
        ...more,
        run: async () => {
          order.push(name)
          return { passed: 1, failed, cpuS: null }
        },
      })
    const { passed, text } = await outputOf([
      noted('last', 0, { after: ['first', 'second'] }),
      noted('second', 1, { needs: ['first'] }),
      noted('third', 0, { needs: ['second'] }),
      noted('first', 0),
    ])
    expect(order).toEqual(['first', 'second', 'last'])
    expect(passed).toBe(false)
    expect(text).toContain('It needs second, which failed.')
  })

  it('tells of a failure what to look at and how to run it again', async () => {
    const failing = part('browser', 0, 1, {
      run: async (watch) => {
        const file = 'e2e/specs/swap.spec.ts:7'
        const files = ['e2e/test-results/a/shot.png']
        watch.ended({
          file,
          title: 'given two > they swap [says done]',
          ms: 9,
          outcome: 'failed',
          error: 'no toast',
          screen: '- main:\n  - button "Swap"',
          files,
        })
        return { passed: 0, failed: 1, cpuS: 1 }
      },
    })
    const { text } = await outputOf([failing])
    expect(text).toContain("npm run test:one -- e2e/specs/swap.spec.ts 'they swap'")
    expect(text).toContain('    on screen\n        - main:\n          - button "Swap"\n    look at')
    expect(text).toContain('look at  e2e/test-results/a/shot.png')
    expect(text).toMatch(/look at {2}\S*browser\.log/)
  })
})
