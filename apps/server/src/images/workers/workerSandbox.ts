import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { serverFolder } from '../../ownFiles.ts'

/** How a worker is started. */
export interface WorkerSandbox {
  readonly execPath: string
  readonly execArgv: readonly string[]
  /** Whether its network is empty: that takes Linux with unprivileged user namespaces. */
  readonly hasNoNetwork: boolean
}

const unsharePaths = ['/usr/bin/unshare', '/bin/unshare']
const probeTimeoutMs = 5_000
const packages = ['sharp', 'satori', '@fontsource/hanken-grotesk', '@fontsource/young-serif', '@parley/domain']

let known: WorkerSandbox | undefined

/**
 * Node's permission model keeps workers from writing files, reading others' files, and starting processes. It doesn't
 * bind native code, so where possible the process also gets an empty network namespace.
 */
export function workerSandbox(): WorkerSandbox {
  return (known ??= createSandbox())
}

function createSandbox(): WorkerSandbox {
  const reads = programFolders().map((folder) => `--allow-fs-read=${folder}${sep}`)
  // Its memory is native: pictures decoded by libvips, not objects of JavaScript.
  const flags = ['--permission', '--allow-addons', ...reads, '--max-old-space-size=128', '--max-semi-space-size=2']
  const unshare = unsharePaths.find((path) => existsSync(path))
  const argv = ['--user', '--net', '--']
  const hasNoNetwork =
    unshare !== undefined &&
    spawnSync(unshare, [...argv, unshare, '--version'], { timeout: probeTimeoutMs }).status === 0
  return hasNoNetwork
    ? { execPath: unshare, execArgv: [...argv, process.execPath, ...flags], hasNoNetwork }
    : { execPath: process.execPath, execArgv: flags, hasNoNetwork }
}

/** The server's own sources, and where its packages are in truth: pnpm links them. */
function programFolders(): readonly string[] {
  const { resolve } = createRequire(import.meta.url)
  const installed = packages.map((name) => {
    const file = realpathSync(resolve(name))
    const [root] = file.split(`${sep}node_modules${sep}`)
    return root === file ? packageFolder(file) : join(root ?? '', 'node_modules')
  })
  return [...new Set([serverFolder, ...installed])]
}

/** A workspace package keeps its sources in `src`. */
function packageFolder(file: string): string {
  return file.slice(0, file.lastIndexOf(`${sep}src${sep}`))
}
