import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { reportFailure } from '../local/reportFailure.ts'
import { SettingError } from '../local/settings.ts'
import { pageFolder } from '../page/buildPage.ts'
import { hasDemoWallet } from '../page/hasDemoWallet.ts'
import { root } from '../root.ts'

/** `pnpm serve`: the server of a real network, from the environment. */
async function serve(): Promise<void> {
  const network = process.env['NETWORK']
  if (network !== 'avalanche' && network !== 'fuji') {
    throw new SettingError(
      `NETWORK must be avalanche or fuji for pnpm serve, not "${network ?? ''}"; the local world is npm start.`,
    )
  }
  refuseKeys()
  process.env['WEB_DIST'] = productionPage()
  await import('../../apps/server/src/main.ts')
}

/** @throws {SettingError} where there is none, or one of the local world. */
function productionPage(): string {
  const dist = resolve(root, process.env['WEB_DIST'] || pageFolder('production'))
  if (basename(dist) === basename(pageFolder('demo')))
    throw new SettingError('WEB_DIST is the demonstration build, which is for the local world only.')
  if (!existsSync(join(dist, 'index.html')))
    throw new SettingError(`There is no page in ${dist}. Build it: pnpm build --chain ${process.env['NETWORK']}`)
  if (hasDemoWallet(dist))
    throw new SettingError(
      `The page in ${dist} has the demonstration wallet in it. Build it again: pnpm build --chain ${process.env['NETWORK']}`,
    )
  return dist
}

/** The server signs nothing, so a key can only be there by mistake. */
function refuseKeys(): void {
  const key = Object.keys(process.env).find((name) => /(PRIVATE_KEY|MNEMONIC|SEED_PHRASE)$/.test(name))
  if (key !== undefined)
    throw new SettingError(`${key} is set. The server signs nothing and must not have a key: take it out.`)
}

await serve().catch(reportFailure)
