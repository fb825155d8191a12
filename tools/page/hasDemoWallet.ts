import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The name that the demonstration wallet announces itself by. */
const demoWalletName = 'Parley demo wallet'

/** Whether a built page carries the demonstration wallet, whatever its folder is called. */
export function hasDemoWallet(dist: string): boolean {
  return globSync('**/*.js', { cwd: dist }).some((file) =>
    readFileSync(join(dist, file), 'utf8').includes(demoWalletName),
  )
}
