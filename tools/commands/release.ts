import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reportFailure } from '../local/reportFailure.ts'
import { SettingError } from '../local/settings.ts'
import { productionPage } from '../page/builtPage.ts'
import { run } from '../process/run.ts'
import { endOnSignal } from '../process/signals.ts'
import { root } from '../root.ts'

/**
 * `pnpm release FOLDER [--page FOLDER]` writes what serving a real network takes, and nothing else: the built page, the
 * server, and packages without those for development. A container or a machine runs it with a Node of its own.
 */
const usage = 'Usage: pnpm release FOLDER [--page FOLDER]. The folder must be empty or absent.'

/** What the commands of an operator load. */
const parts = [
  'LICENSE',
  'package.json',
  'pnpm-{lock,workspace}.yaml',
  'apps/server/{package.json,src}',
  'packages/*/{package.json,src}',
  'deployments/*.json',
  'tools/root.ts',
  'tools/commands/{serve,doctor,migrate,watch}.ts',
  'tools/local/{reportFailure,settings}.ts',
  'tools/page/builtPage.ts',
  'tools/process/signals.ts',
]
/** Node itself, and what is read by compilers and debuggers alone. Two thirds of the packages' bytes. */
const unused = [
  'node_modules/node',
  'node_modules/.pnpm/node@*',
  'node_modules/.pnpm/node-linux-*',
  'node_modules/.pnpm/**/*.{map,d.ts,d.mts,d.cts}',
]
const installTimeoutMs = 600_000

async function release(): Promise<void> {
  const { folder, page } = readOptions()
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new SettingError(`${folder} is not empty.`)
  for (const part of globSync(parts, { cwd: root })) await cp(join(root, part), join(folder, part), { recursive: true })
  await cp(page, join(folder, 'apps/web/dist'), { recursive: true })
  await installPackages(folder)
  for (const path of globSync(unused, { cwd: folder })) await rm(join(folder, path), { recursive: true, force: true })
  const megabytes = Math.ceil((await bytesOf(folder)) / 1_000_000)
  console.log(`The release in ${folder} takes ${megabytes} MB. In it: NODE_ENV=production node tools/commands/serve.ts`)
}

function readOptions(): { folder: string; page: string } {
  try {
    const { positionals, values } = parseArgs({ options: { page: { type: 'string' } }, allowPositionals: true })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw new SettingError(usage)
    return { folder: resolve(folder), page: productionPage(values.page) }
  } catch (error) {
    throw error instanceof SettingError ? error : new SettingError(usage)
  }
}

/** The lockfile's packages of the server, without those for development. Building the page has downloaded them all. */
async function installPackages(folder: string): Promise<void> {
  const flags = ['--prod', '--frozen-lockfile', '--offline', '--filter', 'parley...']
  const own = join(root, '.tools/bin/pnpm')
  const { ok, output } = await run(existsSync(own) ? own : 'pnpm', ['install', ...flags], {
    cwd: folder,
    timeoutMs: installTimeoutMs,
  })
  if (!ok) throw new SettingError(`${output}\nThe packages could not be installed.`)
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

endOnSignal()
await release().catch(reportFailure)
