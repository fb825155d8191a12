import { isPortFree } from '@parley/testkit'
import { SettingError, type LocalSettings } from './settings.ts'

/** @throws {SettingError} that names the port in use and how to choose another. */
export async function requireFreePorts({ port, chainPort }: LocalSettings): Promise<void> {
  const wanted = [
    { name: 'PORT', what: 'the page', port },
    { name: 'CHAIN_PORT', what: 'the local chain', port: chainPort },
  ]
  for (const { name, what, port: number } of wanted) {
    if (number === 0 || (await isPortFree(number))) continue
    throw new SettingError(
      `Port ${number}, for ${what}, is in use. Choose another one: ${name}=${number + 1} npm start`,
    )
  }
}
