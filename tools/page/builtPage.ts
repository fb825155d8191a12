import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { SettingError } from '../local/settings.ts'
import { root } from '../root.ts'

/** `demo` adds the demonstration wallet, for the local world only. */
export type PageMode = 'production' | 'demo'

/** Where a built page lies. */
export function pageFolder(mode: PageMode): string {
  return join(root, 'apps/web', mode === 'demo' ? 'dist-demo' : 'dist')
}

/** The name that the demonstration wallet announces itself by. */
const demoWalletName = 'Parley demo wallet'

/** Whether a built page carries the demonstration wallet, whatever its folder is called. */
function hasDemoWallet(dist: string): boolean {
  return globSync('**/*.js', { cwd: dist }).some((file) =>
    readFileSync(join(dist, file), 'utf8').includes(demoWalletName),
  )
}

/**
 * The folder of a page that a real network may be given.
 *
 * @param chosen - relative to the repository; by default where `pnpm build` puts it
 * @throws {SettingError} if there is no page, or one of the local world
 */
export function productionPage(chosen: string | undefined): string {
  const dist = resolve(root, chosen || pageFolder('production'))
  if (basename(dist) === basename(pageFolder('demo')))
    throw new SettingError('WEB_DIST is the demonstration build, which is for the local world only.')
  if (!existsSync(join(dist, 'index.html')))
    throw new SettingError(
      `There is no page in ${dist}. Build it: pnpm build --chain ${process.env['NETWORK'] ?? 'avalanche'}`,
    )
  if (hasDemoWallet(dist))
    throw new SettingError(
      `The page in ${dist} has the demonstration wallet in it. Build it again: pnpm build --chain ${process.env['NETWORK'] ?? 'avalanche'}`,
    )
  return dist
}
