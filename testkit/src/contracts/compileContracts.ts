import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dyingWithParent } from '../process/processes.ts'
import { withLock } from '../process/withLock.ts'
import { sourcesHash } from '../sourcesHash.ts'

export const contractsFolder = join(import.meta.dirname, '../../../contracts')

const forge = join(contractsFolder, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
const marker = join(contractsFolder, 'out/.sources')
const cache = join(contractsFolder, 'cache')
/** Only to end a hang: at a load of 20, compiling takes four minutes. */
const compileTimeoutMs = 1_800_000

let compiled: Promise<void> | undefined

/**
 * Compiles the contracts of product and local world if their sources changed. Concurrent test processes share one
 * run.
 */
export function compileContracts(): Promise<void> {
  compiled ??= compileOnce()
  return compiled
}

async function compileOnce(): Promise<void> {
  const sources = await contractSourcesHash()
  if (await isCompiled(sources)) return
  await withLock(join(cache, 'compiling.lock'), { timeoutMs: 2 * compileTimeoutMs }, async () => {
    if (await isCompiled(sources)) return
    // Separate folders, one core each.
    await Promise.all([build({}), build({ FOUNDRY_PROFILE: 'demo' })])
    await writeFile(marker, sources)
  })
}

/** A hash over all sources and settings of the compiled contracts. */
export function contractSourcesHash(): Promise<string> {
  return sourcesHash(contractsFolder, ['src/**/*.sol', 'demo/**/*.sol', 'foundry.toml'])
}

async function isCompiled(sources: string): Promise<boolean> {
  return (await readFile(marker, 'utf8').catch(() => '')) === sources
}

/** `extra` alone sets the profile: the caller's environment may contain another. */
async function build(extra: Record<string, string>): Promise<void> {
  const { FOUNDRY_PROFILE: _, ...env } = process.env
  const folder = extra['FOUNDRY_PROFILE'] === 'demo' ? 'demo' : 'src'
  const path = `${join(process.execPath, '..')}:${env['PATH'] ?? ''}`
  const [file, args] = dyingWithParent(forge, ['build', folder])
  await promisify(execFile)(file, args, {
    cwd: contractsFolder,
    // forge keeps a cache of signatures in the home folder.
    env: { ...env, ...extra, PATH: path, HOME: cache },
    timeout: compileTimeoutMs,
  })
}
