import { reportFailure } from '../local/reportFailure.ts'
import { SettingError } from '../local/settings.ts'
import { productionPage } from '../page/builtPage.ts'

/** `pnpm serve`: the server for a real network, configured by the environment. */
async function serve(): Promise<void> {
  const network = process.env['NETWORK']
  if (network !== 'avalanche' && network !== 'fuji') {
    throw new SettingError(
      `NETWORK must be avalanche or fuji for pnpm serve, not "${network ?? ''}"; the local world is npm start.`,
    )
  }
  refuseKeys()
  process.env['WEB_DIST'] = productionPage(process.env['WEB_DIST'])
  await import('../../apps/server/src/main.ts')
}

/** The server signs no transaction, so a wallet's key can only be there by mistake. The key of Web Push is the server's own. */
function refuseKeys(): void {
  const key = Object.keys(process.env).find(
    (name) => /(PRIVATE_KEY|MNEMONIC|SEED_PHRASE)$/.test(name) && name !== 'PUSH_PRIVATE_KEY',
  )
  if (key !== undefined)
    throw new SettingError(`${key} is set. The server signs no transaction and must not have a key: take it out.`)
}

await serve().catch(reportFailure)
