import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The built page's document, or null where there is none. Read each time: a new build serves at once. */
export async function readDocument(webDist: string | null): Promise<string | null> {
  if (webDist === null) return null
  return readFile(join(webDist, 'index.html'), 'utf8').catch(() => null)
}
