import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A hash over names and contents of files, for what is made again only when its sources change.
 *
 * @param patterns globs within `folder`.
 */
export async function sourcesHash(folder: string, patterns: readonly string[]): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(patterns, { cwd: folder, withFileTypes: true }))
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(path.slice(folder.length)).update(await readFile(path))
  return hash.digest('hex')
}
