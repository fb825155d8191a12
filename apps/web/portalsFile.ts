import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import { pagePortalsFile, type PagePortals } from '../../packages/protocol/src/voice/voiceRooms.ts'
import type { PortalData } from './src/services/Portal.ts'

/** Writes the list of portals beside the page. The server opens their voice rooms, and no others (decision O7). */
export function portalsFile(): Plugin {
  let places = ''
  return {
    name: 'portals-file',
    apply: 'build',
    configResolved(config) {
      places = join(config.root, 'src/portals/places')
    },
    async generateBundle() {
      const portals: PagePortals = { voiceRooms: await roomsOf(places) }
      this.emitFile({ type: 'asset', fileName: pagePortalsFile, source: JSON.stringify(portals) })
    },
  }
}

async function roomsOf(places: string): Promise<string[]> {
  const files = readdirSync(places).map((name) => join(places, name, 'portal.ts'))
  const found = await Promise.all(files.filter((file) => existsSync(file)).map((file) => roomOf(file)))
  return [...new Set(found)].toSorted()
}

async function roomOf(file: string): Promise<string> {
  const { module } = await runnerImport<{ portal: PortalData }>(file, { configFile: false, logLevel: 'error' })
  return module.portal.voiceRoom
}
