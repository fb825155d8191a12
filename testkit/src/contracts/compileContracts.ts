import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

export const contractsFolder = join(import.meta.dirname, '../../../contracts')

const forge = join(contractsFolder, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
const marker = join(contractsFolder, 'out/.sources')
const lock = join(contractsFolder, 'cache/.compiling')
const compileTimeoutMs = 180_000
const lockPollMs = 100

let compiled: Promise<void> | undefined

/**
 * Compiles the contracts of product and local world, unless their sources are unchanged. Test processes that call it at
 * once share one run.
 */
export function compileContracts(): Promise<void> {
  compiled ??= compileOnce()
  return compiled
}

async function compileOnce(): Promise<void> {
  const sources = await contractSourcesHash()
  if (await isCompiled(sources)) return
  await takeLock()
  try {
    if (await isCompiled(sources)) return
    await build({})
    await build({ FOUNDRY_PROFILE: 'demo' })
    await writeFile(marker, sources)
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

/** One value for all sources and settings that contracts are compiled from. */
export async function contractSourcesHash(): Promise<string> {
  const hash = createHash('sha256')
  const paths: string[] = []
  for await (const path of glob(['src/**/*.sol', 'demo/**/*.sol', 'foundry.toml'], { cwd: contractsFolder }))
    paths.push(path)
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(join(contractsFolder, path)))
  return hash.digest('hex')
}

async function isCompiled(sources: string): Promise<boolean> {
  return (await readFile(marker, 'utf8').catch(() => '')) === sources
}

/** The profile comes from `extra` alone: the caller's environment may contain another. */
async function build(extra: Record<string, string>): Promise<void> {
  const { FOUNDRY_PROFILE: _, ...env } = process.env
  const folder = extra['FOUNDRY_PROFILE'] === 'demo' ? 'demo' : 'src'
  const path = `${join(process.execPath, '..')}:${env['PATH'] ?? ''}`
  await promisify(execFile)(forge, ['build', folder], {
    cwd: contractsFolder,
    env: { ...env, ...extra, PATH: path },
    timeout: compileTimeoutMs,
  })
}

/** A folder can be made once only. One left behind by a process that died is taken over when it is too old. */
async function takeLock(): Promise<void> {
  await mkdir(join(lock, '..'), { recursive: true })
  for (;;) {
    try {
      await mkdir(lock)
      return
    } catch {
      const made = await stat(lock).catch(() => undefined)
      if (made && Date.now() - made.mtimeMs > compileTimeoutMs) await rm(lock, { recursive: true, force: true })
      await delay(lockPollMs)
    }
  }
}
