import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that source names are relative to, as forge has them. */
export const contractsRoot = join(import.meta.dirname, '..')

const toml = readFileSync(join(contractsRoot, 'foundry.toml'), 'utf8').split('[fmt]')[0] ?? ''

function value(key: string): string {
  const found = new RegExp(`^${key} = (.+)$`, 'm').exec(toml)?.[1]
  if (found === undefined) throw new MissingSetting(key)
  return found.replaceAll('"', '')
}

/** foundry.toml says nothing about a setting on which the bytecode depends. */
export class MissingSetting extends Error {
  readonly code = 'missing-compiler-setting'
  readonly key: string
  constructor(key: string) {
    super(`foundry.toml has no ${key}`)
    this.key = key
  }
}

function remappings(): string[] {
  const block = /^remappings = \[([^\]]*)\]/m.exec(toml)?.[1] ?? ''
  return [...block.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '').toSorted()
}

/** The compiler's settings from foundry.toml, so that forge, benchmarks and deployment build the same bytes. */
export const compilerSettings = {
  remappings: remappings(),
  optimizer: { enabled: value('optimizer') === 'true', runs: Number(value('optimizer_runs')) },
  metadata: {
    useLiteralContent: false,
    bytecodeHash: value('bytecode_hash'),
    appendCBOR: value('cbor_metadata') === 'true',
  },
  evmVersion: value('evm_version'),
  viaIR: value('via_ir') === 'true',
}
