import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A hash over the names and contents of a built page's files: equal for builds of the same sources. */
export function pageHash(folder: string): string {
  const hash = createHash('sha256')
  const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())
  for (const file of files.toSorted((one, other) => (one < other ? -1 : 1)))
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest(),
    )
  return hash.digest('hex')
}
