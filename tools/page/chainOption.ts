import { parseArgs } from 'node:util'
import { networkSchema, type PageDeployment } from '@parley/protocol'
import { pageDeploymentOf, readDeployment } from '@parley/server'
import { SettingError } from '../local/settings.ts'

/**
 * The deployment for a build: `--chain avalanche|fuji|local`, from its deployment file or DEPLOYMENT_FILE. Null without
 * the option: such a page serves only as a template for local worlds.
 *
 * @throws {SettingError}
 */
export function chainOption(args: readonly string[]): PageDeployment | null {
  const { values } = parseArgs({ args: [...args], options: { chain: { type: 'string' } }, strict: false })
  const { chain } = values
  if (chain === undefined) return null
  const network = networkSchema.options.find((name) => name === chain)
  if (!network)
    throw new SettingError(
      `--chain must be ${networkSchema.options.join(', ')}, not "${typeof chain === 'string' ? chain : ''}".`,
    )
  const deployment = readDeployment(process.env, network)
  const { RPC_URLS } = process.env
  return pageDeploymentOf(
    deployment,
    network === 'local' ? (RPC_URLS?.split(',') ?? ['http://127.0.0.1:8545']) : undefined,
    process.env,
  )
}
