import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partsOf, readPageParts } from './pageParts.ts'
import { withParts } from './withParts.ts'

/**
 * The built page's document, or null without one. It names the files of `path`, so that they load at once. Read each
 * time: a new build serves at once.
 *
 * @param pictures addresses of the page's first pictures.
 */
export async function readDocument(
  webDist: string | null,
  path: string,
  pictures: readonly string[] = [],
): Promise<string | null> {
  if (webDist === null) return null
  const html = await readFile(join(webDist, 'index.html'), 'utf8').catch(() => null)
  return html === null ? null : withParts(html, { ...partsOf(await readPageParts(webDist), path), pictures })
}
