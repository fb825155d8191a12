import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePortalsFile, pagePortalsSchema, type PagePortals } from '@parley/protocol'
import type { Logger } from 'pino'

/** What the served page says of its portals (decision O7). Null where it doesn't. */
export async function readPagePortals(webDist: string, log: Logger): Promise<PagePortals | null> {
  try {
    return pagePortalsSchema.parse(JSON.parse(await readFile(join(webDist, pagePortalsFile), 'utf8')))
  } catch (error) {
    log.warn(
      { err: error },
      'the page does not say which portals it has: build it anew, or their voice rooms and tables stay closed',
    )
    return null
  }
}
