import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Address, parseAddress } from '@parley/domain'
import { pageDeploymentIn, type Deployment, type PageDeployment } from '@parley/protocol'
import { ConfigError, networkFacts } from './serverConfig.ts'

/**
 * What a page of this deployment is built for (decision Z1).
 *
 * @param rpcUrls for a network without public endpoints: the local one.
 * @param env the settings of the build.
 */
export function pageDeploymentOf(
  deployment: Deployment,
  rpcUrls?: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): PageDeployment {
  const { chainName, nativeCurrency, explorerUrl: usualExplorer, rpcUrls: usual } = networkFacts[deployment.network]
  const explorerUrl = env['EXPLORER_URL'] === undefined ? usualExplorer : readExplorerUrl(env['EXPLORER_URL'])
  const walletConnect = readWalletConnect(env)
  const supportUrl = readSupportUrl(env)
  const names = readNames(env, deployment.network)
  return {
    ...deployment,
    chainName,
    nativeCurrency,
    explorerUrl,
    ...(supportUrl !== null && { supportUrl }),
    ...(walletConnect && { walletConnect }),
    ...names,
    rpcUrls: [...(rpcUrls ?? usual)],
  }
}

const usualRelayUrl = 'wss://relay.walletconnect.org'

/** Part of the build too: a server that chose the relay would see which wallet talks to which page. */
function readWalletConnect(env: Readonly<Record<string, string | undefined>>): PageDeployment['walletConnect'] {
  const projectId = env['WALLETCONNECT_PROJECT_ID']?.trim()
  const relayUrl = env['WALLETCONNECT_RELAY_URL'] ?? usualRelayUrl
  if (!projectId) return undefined
  if (!URL.canParse(relayUrl) || !/^wss?:$/.test(new URL(relayUrl).protocol))
    throw new ConfigError('WALLETCONNECT_RELAY_URL', 'must be the address of a relay, like wss://relay.example')
  return { projectId, relayUrl }
}

/** Avvy's ResolutionUtils on the C-Chain: the proxy that leads to the newest. */
const usualAvvy: Address = '0x5BBD3a8E215B1fC30595fd1Aba4F3FcDbB614078'
/** The same address on every network of ENS, a proxy too. */
const usualResolver: Address = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** Part of the build too: who chooses where names are read chooses where they lead (decision I5). */
function readNames(
  env: Readonly<Record<string, string | undefined>>,
  network: Deployment['network'],
): Pick<PageDeployment, 'avvy' | 'ens'> {
  const avvy = env['AVVY_CONTRACT'] ?? (network === 'avalanche' ? usualAvvy : 'none')
  const rpcUrls = (env['ENS_RPC_URLS'] ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean)
  const bad = rpcUrls.find((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  if (bad !== undefined) throw new ConfigError('ENS_RPC_URLS', 'must be addresses of endpoints, separated by commas')
  const chainId = Number(env['ENS_CHAIN_ID'] ?? '1')
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw new ConfigError('ENS_CHAIN_ID', 'must be the id of a chain')
  const ens = {
    chainId,
    rpcUrls,
    universalResolver: readContract(env['ENS_RESOLVER'] ?? usualResolver, 'ENS_RESOLVER'),
  }
  return {
    ...(avvy !== 'none' && { avvy: readContract(avvy, 'AVVY_CONTRACT') }),
    ...(rpcUrls.length > 0 && { ens }),
  }
}

function readContract(text: string, name: string): Address {
  const parsed = parseAddress(text)
  if ('problem' in parsed) throw new ConfigError(name, 'must be the address of a contract')
  return parsed.address
}

/** `EXPLORER_URL`: where the page's links lead. Part of the build, since the page believes no server about it. */
function readExplorerUrl(text: string): string | null {
  if (text === 'none') return null
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError('EXPLORER_URL', 'must be the address of a block explorer, or none')
  return text.replace(/\/+$/, '')
}

/** `SUPPORT_URL`: where the page's Help leads people who find no answer in it. Part of the build for the same reason. */
function readSupportUrl(env: Readonly<Record<string, string | undefined>>): string | null {
  const text = env['SUPPORT_URL']?.trim()
  if (!text) return null
  if (!/^(https:\/\/[^\s/]+(\/\S*)?|mailto:[^\s@]+@[^\s@]+)$/.test(text) || !URL.canParse(text))
    throw new ConfigError(
      'SUPPORT_URL',
      `must be an address like https://help.example or mailto:help@swap.example, not "${text}".`,
    )
  return text
}

/**
 * Whether the page in a folder was built for this deployment. A page calls only the contracts that it was built for, so a server
 * with others would hand out a page that refuses to work with it. On a local network a document without a deployment passes.
 *
 * @throws {ConfigError} with a sentence that names both.
 */
export function checkPage(webDist: string, deployment: Deployment): void {
  const html = documentIn(webDist)
  if (html === null) return
  const built = readBlock(html, webDist)
  const remedy = `Build it again: pnpm build --chain ${deployment.network}`
  if (built === null) {
    if (deployment.network === 'local') return
    throw new ConfigError('WEB_DIST', `(${webDist}) is a page that was built for no network. ${remedy}`)
  }
  const difference = differenceOf(built, deployment)
  if (difference !== null)
    throw new ConfigError('WEB_DIST', `(${webDist}) is a page built for ${difference}. ${remedy}`)
}

/** Null where no page is built. */
function documentIn(webDist: string): string | null {
  try {
    return readFileSync(join(webDist, 'index.html'), 'utf8')
  } catch {
    return null
  }
}

function readBlock(html: string, webDist: string): PageDeployment | null {
  try {
    return pageDeploymentIn(html)
  } catch {
    throw new ConfigError('WEB_DIST', `(${webDist}) is a page whose deployment cannot be read. Build it again.`)
  }
}

function differenceOf(built: PageDeployment, deployment: Deployment): string | null {
  if (built.network !== deployment.network || built.chainId !== deployment.chainId)
    return `the ${built.network} network (chain ${built.chainId}), but the deployment is of the ${deployment.network} network (chain ${deployment.chainId})`
  const [ours, theirs] = [escrowsOf(built), escrowsOf(deployment)]
  if (ours !== theirs) return `the escrow ${ours}, but the deployment names ${theirs}`
  if (!isDeepStrictEqual(codesOf(built), codesOf(deployment)))
    return `other code of the escrow ${ours} than the deployment names`
  if (!isDeepStrictEqual(built.collections, deployment.collections) || built.multicall3 !== deployment.multicall3)
    return `other collections than those of the deployment`
  return null
}

type Escrows = Pick<Deployment, 'escrows'>

/** Newest first. */
function escrowsOf({ escrows }: Escrows): string {
  return escrows.map(({ address }) => address).join(', ')
}

function codesOf({ escrows }: Escrows): readonly unknown[] {
  return escrows.map(({ codeHash, immutables = [], edition = 1 }) => ({ codeHash, immutables, edition }))
}
