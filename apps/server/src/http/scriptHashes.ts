import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Hashes of the built page's inline scripts, for the content security policy. Empty without a page. */
export async function scriptHashes(webDist: string | null): Promise<readonly string[]> {
  if (webDist === null) return []
  const html = await readFile(join(webDist, 'index.html'), 'utf8').catch(() => '')
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )
}
