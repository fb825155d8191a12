import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationPage } from './docs/configurationPage.ts'
import { coreFontFiles } from './page/coreFonts.ts'

/**
 * Writes what is generated: the escrow's ABI and the scanner's code as TypeScript, from the compiler's own output, the page of
 * the settings, and the fonts of the first view.
 * With `--check` it writes nothing and fails when a committed file differs from what it would write.
 */
const root = join(import.meta.dirname, '..')
const contracts = join(root, 'contracts')

export function forge(args: readonly string[], profile = 'default'): void {
  const binary = join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
  const env = { ...process.env, FOUNDRY_PROFILE: profile }
  execFileSync(binary, args, { cwd: contracts, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

interface Artifact {
  readonly abi: readonly { readonly type: string }[]
  readonly deployedBytecode: { readonly object: string }
}

function artifact(path: string): Artifact {
  return JSON.parse(readFileSync(join(contracts, path), 'utf8'))
}

const fromEscrow = '// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.'

function abiModule(): string {
  return [
    fromEscrow,
    "import { swapEscrowErrors } from './swapEscrowErrors.ts'",
    '',
    `export const swapEscrowAbi = [${itemsOf((type) => type !== 'error')},\n  ...swapEscrowErrors\n] as const`,
    '',
  ].join('\n')
}

/** Apart from the rest: every page with a wallet explains refusals, and few call the escrow before somebody signs. */
function errorsModule(): string {
  return [fromEscrow, `export const swapEscrowErrors = [${itemsOf((type) => type === 'error')}\n] as const`, ''].join(
    '\n',
  )
}

function itemsOf(wanted: (type: string) => boolean): string {
  forge(['build', 'src'])
  const { abi } = artifact('out/ISwapEscrow.sol/ISwapEscrow.json')
  const items = abi.filter(({ type }) => wanted(type))
  return JSON.stringify(items, withoutSourceTypes, 2).slice(1, -2)
}

/** What a type is called in the source is nothing to whoever calls: every page of the site would fetch it. */
function withoutSourceTypes(key: string, value: unknown): unknown {
  return key === 'internalType' ? undefined : value
}

function scannerModule(): string {
  forge(['build'], 'scanner')
  const { deployedBytecode } = artifact('out-scanner/HoldingsScanner.sol/HoldingsScanner.json')
  return [
    '// Generated from contracts/scanner/HoldingsScanner.sol by `pnpm generate`. Do not edit.',
    `export const holdingsScannerCode =\n  '${deployedBytecode.object}'`,
    '',
  ].join('\n')
}

const generated: Readonly<Record<string, () => string | Promise<Buffer>>> = {
  'packages/chain/src/gen/swapEscrowAbi.ts': abiModule,
  'packages/chain/src/gen/swapEscrowErrors.ts': errorsModule,
  'packages/chain/src/gen/holdingsScannerCode.ts': scannerModule,
  'docs/configuration.md': configurationPage,
  ...coreFontFiles,
}

for (const [file, write] of Object.entries(generated)) {
  const path = join(root, file)
  const wanted = Buffer.from(await write())
  if (!process.argv.includes('--check')) writeFileSync(path, wanted)
  else if (!existsSync(path) || !readFileSync(path).equals(wanted)) {
    console.error(`${file} is not what it is made of gives. Run \`pnpm generate\`.`)
    process.exitCode = 1
  }
}
