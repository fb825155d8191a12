import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { tally, type EndedTest, type Tally, type TestPart } from './TestPart.ts'

const timeoutMs = 3_600_000
export const contracts = join(root, 'contracts')
export const forge = join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')

/** Parses forge's last line. 'Ran 3 test suites in 1s: 41 tests passed, 0 failed, 0 skipped (41 total tests)' */
export function countForge(output: string): Tally {
  const [, passed = '0', failed = '0'] =
    /Ran \d+ test suites? in .*: (\d+) tests? passed, (\d+) failed/.exec(output) ?? []
  return { passed: Number(passed), failed: Number(failed) }
}

/** The failed tests, from their lines before the final list. '[FAIL: reason] testName() (gas: 123)' */
export function failuresOfForge(output: string): readonly EndedTest[] {
  const [told = ''] = output.split('\nFailing tests:')
  let file = ''
  const failures: EndedTest[] = []
  for (const line of told.split('\n')) {
    file = /^Ran \d+ tests? for ([^:]+):/.exec(line)?.[1] ?? file
    const [, reason = '', title] = /^\[FAIL(?:[:.] ?(.*))?\] (\w+)\(/.exec(line) ?? []
    if (title !== undefined)
      failures.push({ file: `contracts/${file}`, title, ms: 0, outcome: 'failed', error: reason })
  }
  return failures
}

/** For `test:full`: every invariant after each call, not after every tenth. */
export const eachCall = { FOUNDRY_INVARIANT_CHECK_INTERVAL: '1' }

/** The escrow's unit and fuzz tests, in Solidity. `args` for forge select among them; `env` overrides foundry.toml. */
export const contractTests = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): TestPart => ({
  name: 'contracts',
  needs: ['compile'],
  usualCpuS: 31,
  run: async (watch) => {
    const { ok, output, cpuS } = await run(forge, ['test', '--color', 'never', ...args], {
      cwd: contracts,
      env: { FOUNDRY_PROFILE: undefined, ...env },
      timeoutMs,
      onOutput: watch.log,
    })
    for (const failure of failuresOfForge(output)) watch.ended(failure)
    const counted = tally(countForge(output), ok)
    if (counted.failed > 0 && failuresOfForge(output).length === 0)
      watch.ended({ file: '', title: 'forge test', ms: 0, outcome: 'failed', error: output.slice(-2_000) })
    return { ...counted, cpuS }
  },
})
