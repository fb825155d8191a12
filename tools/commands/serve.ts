import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { reportFailure } from '../local/reportFailure.ts'
import { SettingError } from '../local/settings.ts'
import { pageFolder } from '../page/buildPage.ts'
import { root } from '../root.ts'

/** `pnpm serve`: the server of a real network, from the environment. */
async function serve(): Promise<void> {
  const network = process.env['NETWORK']
  if (network !== 'avalanche' && network !== 'fuji') {
    throw new SettingError(
      `NETWORK must be avalanche or fuji for pnpm serve, not "${network ?? ''}"; the local world is npm start.`,
    )
  }
  const dist = resolve(root, process.env['WEB_DIST'] || pageFolder('production'))
  if (basename(dist) === basename(pageFolder('demo')))
    throw new SettingError('WEB_DIST is the demonstration build, which is for the local world only.')
  if (!existsSync(join(dist, 'index.html'))) throw new SettingError(`There is no page in ${dist}. Build it: pnpm build`)
  process.env['WEB_DIST'] = dist
  await import('../../apps/server/src/main.ts')
}

await serve().catch(reportFailure)
