import { describe, expect, it } from 'vitest'
import { countForge } from '../tests/contractTests.ts'
import { runParts } from '../tests/runParts.ts'
import { tally } from '../tests/TestPart.ts'

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

  it('takes a crash for a failure, and a run without a test as well', () => {
    expect(tally({ passed: 12, failed: 0 }, true)).toEqual({ passed: 12, failed: 0 })
    expect(tally({ passed: 12, failed: 0 }, false)).toEqual({ passed: 12, failed: 1 })
    expect(tally({ passed: 12, failed: 3 }, false)).toEqual({ passed: 12, failed: 3 })
    expect(tally({ passed: 0, failed: 0 }, true)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('given parts that pass, fail and throw', () => {
  const passing = { name: 'good', run: () => Promise.resolve({ passed: 4, failed: 0 }) }
  const failing = { name: 'bad', run: () => Promise.resolve({ passed: 1, failed: 2 }) }
  const throwing = { name: 'broken', run: () => Promise.reject(new Error('no chain')) }

  it('runs them all and ends with the sum', async () => {
    const lines: string[] = []
    expect(await runParts([failing, throwing, passing], (line) => lines.push(line))).toBe(false)
    expect(lines.at(-1)).toBe('5 passed, 3 failed')
    expect(await runParts([passing], (line) => lines.push(line))).toBe(true)
    expect(lines.at(-1)).toBe('4 passed, 0 failed')
  })
})
