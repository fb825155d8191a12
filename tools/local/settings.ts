import { resolve } from 'node:path'
import { root } from '../root.ts'

/** The local world's ports and folder, from the environment. */
export interface LocalSettings {
  readonly port: number
  readonly chainPort: number
  readonly dataFolder: string
}

/** A setting of the local world is invalid; the message is one sentence that names it. */
export class SettingError extends Error {
  readonly code = 'bad_setting'
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SettingError'
  }
}

type Env = Readonly<Record<string, string | undefined>>

/** The environment of a server of the local world that runs in PARLEY_DATA. @throws {SettingError} also in a release, which has none */
export async function localServerEnv(env: Env): Promise<NodeJS.ProcessEnv> {
  const { worldFiles } = await import('@parley/testkit').catch(() => {
    throw new SettingError('Set NETWORK to avalanche or fuji: there is no local world here.')
  })
  const { dataFolder, chainPort } = readSettings(env)
  return {
    ...env,
    PARLEY_DATA: dataFolder,
    DEPLOYMENT_FILE: worldFiles(dataFolder).deployment,
    RPC_URLS: `http://127.0.0.1:${chainPort}`,
  }
}

/** PORT (4300), CHAIN_PORT (8545) and PARLEY_DATA (.parley). @throws {SettingError} */
export function readSettings(env: Env): LocalSettings {
  const [port, chainPort] = [portOf(env, 'PORT', 4300), portOf(env, 'CHAIN_PORT', 8545)]
  if (port === chainPort && port !== 0)
    throw new SettingError(`PORT and CHAIN_PORT are both ${port}; the page and the chain need one each.`)
  return { port, chainPort, dataFolder: resolve(root, env['PARLEY_DATA'] || '.parley') }
}

function portOf(env: Env, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new SettingError(`${name} must be a port from 0 to 65535, not "${text}".`)
  return port
}
