import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearSigningOf } from '../contracts/deploy/clearSigning.ts'
import { apiPage } from './docs/apiPage.ts'
import { configurationPage } from './docs/configurationPage.ts'
import { textsPage } from './docs/textsPage.ts'
import { coreFontFiles } from './page/coreFonts.ts'

/**
 * Writes the generated files: contract code, documentation pages, the first view's fonts.
 *
 * With `--check` it writes nothing, and fails if a committed file differs.
 */
const root = join(import.meta.dirname, '..')
const contracts = join(root, 'contracts')

export function forge(args: readonly string[], profile = 'default'): void {
  const binary = join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
  const env = { ...process.env, FOUNDRY_PROFILE: profile }
  execFileSync(binary, args, { cwd: contracts, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

interface AbiItem {
  readonly type: string
  readonly name?: string
}

interface Artifact {
  readonly abi: readonly AbiItem[]
  readonly deployedBytecode: { readonly object: string }
}

function artifact(path: string): Artifact {
  return JSON.parse(readFileSync(join(contracts, path), 'utf8'))
}

const fromEscrow = '// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.'

const isError = ({ type }: AbiItem): boolean => type === 'error'

function abiModule(): string {
  return [
    fromEscrow,
    "import { swapEscrowErrors } from './swapEscrowErrors.ts'",
    '',
    `export const swapEscrowAbi = [${itemsOf((item) => !isError(item))},\n  ...swapEscrowErrors\n] as const`,
    '',
  ].join('\n')
}

/**
 * A separate module: every page with a wallet explains reverts, few call the escrow. Argument names are omitted,
 * since they are decoded by position.
 */
function errorsModule(): string {
  return [fromEscrow, `export const swapEscrowErrors = [${itemsOf(isError, withoutNames)}\n] as const`, ''].join('\n')
}

function itemsOf(wanted: (item: AbiItem) => boolean, leaveOut = withoutDefaults): string {
  forge(['build', 'src'])
  const { abi } = artifact('out/ISwapEscrow.sol/ISwapEscrow.json')
  return JSON.stringify(abi.filter(wanted), leaveOut, 2).slice(1, -2)
}

/** Leaves out what callers don't need: Solidity's own type names, empty names, false flags. Pages fetch the ABI. */
function withoutDefaults(key: string, value: unknown): unknown {
  const isDefault =
    key === 'internalType' ||
    (key === 'name' && value === '') ||
    ((key === 'anonymous' || key === 'indexed') && value === false)
  return isDefault ? undefined : value
}

function withoutNames(key: string, value: unknown): unknown {
  if (key !== 'inputs' || !Array.isArray(value)) return value
  return value.map(({ type }: AbiItem) => ({ type }))
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

/** For wallets, without an address; `pnpm deploy:contract` writes the one with an address. */
function clearSigningFile(): string {
  forge(['build', 'src'])
  const { abi }: { readonly abi: Parameters<typeof clearSigningOf>[0] } = JSON.parse(
    readFileSync(join(contracts, 'out/ISwapEscrow.sol/ISwapEscrow.json'), 'utf8'),
  )
  return `${JSON.stringify(clearSigningOf(abi, []), null, 2)}\n`
}

/** Kustomize loads no file from outside the folder that names it. */
const kustomizeCopies: Readonly<Record<string, string>> = {
  'redis/redis.conf': 'redis/redis.conf',
  'coturn/turnserver.conf': 'coturn/turnserver.conf',
  'monitoring/parley-alerts.yml': 'prometheus/parley-alerts.yml',
  'monitoring/parley.json': 'grafana/parley.json',
  'monitoring/datasource.yaml': 'grafana/provisioning/datasources/prometheus.yaml',
  'monitoring/dashboards.yaml': 'grafana/provisioning/dashboards/parley.yaml',
}

const generated: Readonly<Record<string, () => string | Promise<Buffer>>> = {
  'packages/chain/src/gen/swapEscrowAbi.ts': abiModule,
  'packages/chain/src/gen/swapEscrowErrors.ts': errorsModule,
  'packages/chain/src/gen/holdingsScannerCode.ts': scannerModule,
  'contracts/calldata-SwapEscrow.json': clearSigningFile,
  'docs/api.md': apiPage,
  'docs/configuration.md': configurationPage,
  'docs/texts.md': textsPage,
  ...coreFontFiles,
  ...Object.fromEntries(
    Object.entries(kustomizeCopies).map(([copy, source]) => [
      `deploy/kubernetes/components/${copy}`,
      () => readFileSync(join(root, 'deploy', source), 'utf8'),
    ]),
  ),
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
