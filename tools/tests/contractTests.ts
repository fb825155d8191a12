import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { tally, type Tally, type TestPart } from './TestPart.ts'

const timeoutMs = 1_200_000
const contracts = join(root, 'contracts')

/** Reads forge's last line: 'Ran 3 test suites in 1s: 41 tests passed, 0 failed, 0 skipped (41 total tests)'. */
export function countForge(output: string): Tally {
  const [, passed = '0', failed = '0'] =
    /Ran \d+ test suites? in .*: (\d+) tests? passed, (\d+) failed/.exec(output) ?? []
  return { passed: Number(passed), failed: Number(failed) }
}

/** Unit and fuzz tests of the escrow, in Solidity. */
export const contractTests: TestPart = {
  name: 'contracts',
  run: async () => {
    const { ok, output } = await run(
      join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge'),
      ['test'],
      {
        cwd: contracts,
        env: { FOUNDRY_PROFILE: undefined },
        timeoutMs,
        onOutput: (text) => void process.stdout.write(text),
      },
    )
    return tally(countForge(output), ok)
  },
}
