import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import { pagePortalsFile, type PagePortals } from '../../packages/protocol/src/voice/voiceRooms.ts'
import type { PortalData } from './src/services/Portal.ts'

/** Writes the list of portals beside the page: their voice rooms and their collections (decision O7). */
export function portalsFile(): Plugin {
  let places = ''
  return {
    name: 'portals-file',
    apply: 'build',
    configResolved(config) {
      places = join(config.root, 'src/portals/places')
    },
    async generateBundle() {
      const portals = await readPortals(places)
      const listed: PagePortals = {
        voiceRooms: [...new Set(portals.map(({ voiceRoom }) => voiceRoom))].toSorted(),
        collections: Object.fromEntries(portals.map((portal) => [portal.key, collectionsOf(portal)])),
      }
      this.emitFile({ type: 'asset', fileName: pagePortalsFile, source: JSON.stringify(listed) })
    },
  }
}

/** A portal's key is its folder's name. */
async function readPortals(places: string) {
  const keys = readdirSync(places).filter((key) => existsSync(join(places, key, 'portal.ts')))
  return Promise.all(keys.map(async (key) => ({ key, ...(await readPortal(join(places, key, 'portal.ts'))) })))
}

async function readPortal(file: string): Promise<PortalData> {
  const { module } = await runnerImport<{ portal: PortalData }>(file, { configFile: false, logLevel: 'error' })
  return module.portal
}

/** What may lie on either side, since either of two people may be the one who creates the offer. */
function collectionsOf({ collections: { offered, requested } }: PortalData): string[] | null {
  if (offered === 'all' || requested === 'all') return null
  return [...new Set([...offered, ...requested].map(({ key }) => key))].toSorted()
}
