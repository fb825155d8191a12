import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes what is generated: the escrow's ABI as TypeScript, from the compiler's own output.
 * With `--check` it writes nothing and fails when a committed file differs from what it would write.
 */
const root = join(import.meta.dirname, '..')
const contracts = join(root, 'contracts')

export function forge(...args: string[]): void {
  const binary = join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
  execFileSync(binary, args, { cwd: contracts, stdio: ['ignore', 'ignore', 'inherit'] })
}

function abiModule(): string {
  forge('build', 'src')
  const artifact: { abi: unknown } = JSON.parse(readFileSync(join(contracts, 'out/ISwapEscrow.sol/ISwapEscrow.json'), 'utf8'))
  return [
    '// Generated from contracts/src/ISwapEscrow.sol by `pnpm generate`. Do not edit.',
    `export const swapEscrowAbi = ${JSON.stringify(artifact.abi, null, 2)} as const`,
    '',
  ].join('\n')
}

const path = join(root, 'packages/chain/src/gen/swapEscrowAbi.ts')
const wanted = abiModule()
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== wanted) {
    console.error('packages/chain/src/gen/swapEscrowAbi.ts is not what the contracts give. Run `pnpm generate`.')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, wanted)
}
