import { basename } from 'node:path'
import { compileContracts, worldSnapshot } from '@parley/testkit'
import { reportFailure } from '../local/reportFailure.ts'
import { requireChromium, requirePostgres } from '../machine/requirePrograms.ts'
import { buildPage } from '../page/buildPage.ts'
import { endOnSignal } from '../process/signals.ts'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { e2e, playwright } from '../tests/browserTests.ts'
import { contracts, forge } from '../tests/contractTests.ts'
import { leftOut, vitest } from '../tests/unitTests.ts'

const timeoutMs = 3_600_000
const usage = `npm run test:one -- FILE ['words of its title']      a file of tests of any kind, or one test of it
npm run test:one -- 'words of its title'             a browser test
What comes behind goes to the program that runs it: --trace=on, --headed, --update …
`

/** `pnpm test:one FILE [WORDS]`: one file or one test, after building what it needs. */
async function testOne(args: readonly string[]): Promise<boolean> {
  const words = args.filter((arg) => !arg.startsWith('--'))
  const flags = args.filter((arg) => arg.startsWith('--'))
  const [first] = words
  if (first === undefined) {
    process.stdout.write(usage)
    return false
  }
  const file = words.find((word) => /\.(spec|test)\.tsx?$|\.t\.sol$/.test(word))
  const title = words.filter((word) => word !== file).join(' ')
  if (file?.endsWith('.t.sol')) {
    const match = title === '' ? [] : ['--match-test', title]
    return show(forge, ['test', '--match-path', `**/${basename(file)}`, ...match, ...flags], contracts)
  }
  if (file !== undefined && !file.endsWith('.spec.ts')) {
    process.env['POSTGRES_BIN'] ??= await requirePostgres()
    if (title === '') return show(vitest, ['run', file, ...flags])
    return show(vitest, ['run', file, '-t', title, ...flags], root, leftOut)
  }
  await Promise.all([compileContracts().then(() => worldSnapshot('few')), pages()])
  const chosen = [...(file === undefined ? [] : [basename(file)]), ...(title === '' ? [] : ['-g', title])]
  return show(playwright, ['test', '--reporter=list', '--workers=1', ...chosen, ...flags], e2e, {
    CHROMIUM_PATH: await requireChromium(),
    BROWSER_TESTS: 'all',
  })
}

async function pages(): Promise<void> {
  for (const mode of ['production', 'demo'] as const) await buildPage(mode)
}

async function show(
  program: string,
  args: readonly string[],
  cwd: string = root,
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const { ok } = await run(program, args, { cwd, env, timeoutMs, onOutput: (text) => void process.stdout.write(text) })
  return ok
}

endOnSignal()
await testOne(process.argv.slice(2)).then((ok) => (process.exitCode = ok ? 0 : 1), reportFailure)
