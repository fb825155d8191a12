import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openRooms, pagePortalsFile, pagePortalsSchema } from '@parley/protocol'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config/serverConfig.ts'

/** Whether a room of this name exists here (decisions V2, O7). */
export type IsKnownRoom = (name: string) => boolean

/**
 * The general room and one for each portal. The served page lists its portals, and the settings can name the rooms of a
 * page served elsewhere. A local network with neither uses the dev server, where a portal can appear at any time, so
 * every room of the form is open.
 */
export async function readKnownRooms(
  { webDist, deployment, voice }: Pick<ServerConfig, 'webDist' | 'deployment' | 'voice'>,
  log: Logger,
): Promise<IsKnownRoom> {
  const ofPage = webDist === null ? null : await roomsOfPage(webDist, log)
  if (ofPage === null && voice.rooms === null && deployment.network === 'local') return () => true
  const names = new Set<string>([openRooms.general, ...(ofPage ?? []), ...(voice.rooms ?? [])])
  return (name) => names.has(name)
}

async function roomsOfPage(webDist: string, log: Logger): Promise<readonly string[]> {
  try {
    const text = await readFile(join(webDist, pagePortalsFile), 'utf8')
    return pagePortalsSchema.parse(JSON.parse(text)).voiceRooms
  } catch (error) {
    log.warn(
      { err: error },
      'the page does not say which portals it has: build it anew, or their voice rooms stay closed',
    )
    return []
  }
}
