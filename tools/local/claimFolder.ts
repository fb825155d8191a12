import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { worldFiles, type WorldFiles } from '@parley/testkit'

/** Another process runs a world from this folder. */
export class FolderInUseError extends Error {
  readonly code = 'folder_in_use'
  constructor(folder: string, pid: number) {
    super(
      `Parley already runs from ${folder} (process ${pid}). End that one, or choose another folder: PARLEY_DATA=.parley-2`,
    )
    this.name = 'FolderInUseError'
  }
}

const orphanTimeoutMs = 10_000
const orphanPollMs = 100

/**
 * Claims a data folder for this process until the returned function is called. On systems that don't end a chain
 * with its parent, a killed run may leave one behind: it is stopped first.
 *
 * @throws {FolderInUseError}
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const files = worldFiles(folder)
  await assertUnused(folder)
  await endOrphan(files)
  await mkdir(folder, { recursive: true })
  await writeFile(files.running, `${JSON.stringify({ pid: process.pid })}\n`)
  return () => rm(files.running, { force: true })
}

/** @throws {FolderInUseError} if a live process runs a world from this folder. */
export async function assertUnused(folder: string): Promise<void> {
  const pid = await runningPid(worldFiles(folder))
  if (pid !== undefined && pid !== process.pid && commandOf(pid).includes('tools/commands/'))
    throw new FolderInUseError(folder, pid)
}

async function runningPid(files: WorldFiles): Promise<number | undefined> {
  const text = await readFile(files.running, 'utf8').catch(() => '')
  const pid = Number(/"pid":\s*(\d+)/.exec(text)?.[1])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** A process's command line; empty if it is gone or the system doesn't say. */
function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Stops an anvil still running for this folder. */
async function endOrphan(files: WorldFiles): Promise<void> {
  const entries = await readdir('/proc').catch(() => [])
  const orphans = entries.filter((entry) => /^\d+$/.test(entry) && isChainOf(commandOf(entry), files))
  for (const orphan of orphans) {
    process.kill(Number(orphan), 'SIGTERM')
    const deadlineMs = Date.now() + orphanTimeoutMs
    while (isChainOf(commandOf(orphan), files) && Date.now() < deadlineMs) await delay(orphanPollMs)
  }
}

function isChainOf(command: string, files: WorldFiles): boolean {
  return command.includes('anvil') && command.includes(join(files.folder, 'anvil'))
}
