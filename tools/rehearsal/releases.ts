import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.ts'
import { plants, type PlantName } from './plants.ts'

const run = promisify(execFile)
const buildTimeoutMs = 1_800_000

/** A release, and another build of it, with what is planted out of both. */
export async function buildReleases(
  folder: string,
  page: string,
  without: PlantName | null,
): Promise<{ readonly first: string; readonly second: string }> {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const args = [join(root, 'tools/commands/release.ts'), first, '--page', page]
  await run(process.execPath, args, { cwd: root, timeout: buildTimeoutMs })
  const change = without && plants[without].change
  if (change) {
    const path = join(first, change.file)
    const text = await readFile(path, 'utf8')
    if (text.split(change.right).length !== 2) throw new Error(`${change.file} has changed: the plant doesn't fit`)
    await writeFile(path, text.replace(change.right, change.wrong))
  }
  await cp(first, second, { recursive: true, verbatimSymlinks: true })
  const packageFile = join(second, 'apps/server/package.json')
  await writeFile(
    packageFile,
    (await readFile(packageFile, 'utf8')).replace(/"version": "[^"]+"/, '"version": "0.1.0-next"'),
  )
  return { first, second }
}
