import { writeFile } from 'node:fs/promises'
import { pageDeploymentIn, withPageDeployment, type Deployment, type PageDeployment } from '@parley/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/serverConfig.ts'
import { pageDeploymentOf } from '../../src/config/pageDeployment.ts'
import { readConfig } from '../../src/config/readConfig.ts'
import { givenFolder } from '../given/engines.ts'

const folder = givenFolder()
const ours = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const theirs = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const unbuilt = '<!doctype html><head><script type="application/json" id="deployment">null</script></head>'

const deployment: Deployment = {
  network: 'avalanche',
  chainId: 43114,
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  escrows: [{ address: ours, codeHash: `0x${'0a'.repeat(32)}`, immutables: [{ start: 3, length: 32 }], fromBlock: 3 }],
  collections: [{ key: 'dokyo', name: 'Dokyo </script>', address: theirs, discovery: { kind: 'enumerable' } }],
}
const [escrow] = deployment.escrows
if (!escrow) throw new Error('the deployment has no escrow')

/** Starts production with this deployment and a page with this document. */
async function start(html: string, from: Deployment = deployment) {
  await writeFile(folder.path('index.html'), html)
  await writeFile(folder.path('deployment.json'), JSON.stringify(from))
  return readConfig({ NETWORK: from.network, DEPLOYMENT_FILE: folder.path('deployment.json'), ...page, ...endpoint })
}

let page: { WEB_DIST: string }
beforeEach(() => {
  page = { WEB_DIST: folder.path() }
})
const endpoint = { RPC_URLS: 'http://127.0.0.1:9', PUBLIC_ORIGIN: 'https://swap.example' }

const builtFor = (change: Partial<PageDeployment> = {}): string =>
  withPageDeployment(unbuilt, { ...pageDeploymentOf(deployment), ...change })

/** Pages built for something else, and the error for each. */
const others: readonly (readonly [what: string, change: Partial<PageDeployment>, words: string])[] = [
  [
    'another escrow',
    { escrows: [{ ...escrow, address: theirs }] },
    `built for the escrow ${theirs}, but the deployment names ${ours}`,
  ],
  [
    'an escrow less',
    { escrows: [{ ...escrow, address: theirs }, escrow] },
    `built for the escrow ${theirs}, ${ours}, but the deployment names ${ours}`,
  ],
  ['other code', { escrows: [{ ...escrow, codeHash: `0x${'0b'.repeat(32)}` }] }, 'built for other code'],
  ['other immutables', { escrows: [{ ...escrow, immutables: [] }] }, 'built for other code'],
  ['other collections', { collections: [] }, 'built for other collections'],
  [
    'another network',
    { network: 'fuji', chainId: 43113 },
    'built for the fuji network (chain 43113), but the deployment is of the avalanche network (chain 43114)',
  ],
]

describe('given a block explorer of one’s own', () => {
  const explorerOf = (EXPLORER_URL?: string) => pageDeploymentOf(deployment, undefined, { EXPLORER_URL }).explorerUrl

  it('builds the page with it, with none, or with the network’s', () => {
    expect(explorerOf('https://scan.example/')).toBe('https://scan.example')
    expect(explorerOf('none')).toBeNull()
    expect(explorerOf()).toBe('https://snowtrace.io')
  })

  it.each(['scan.example', 'javascript:alert(1)', ''])('refuses %o', (text) => {
    expect(() => explorerOf(text)).toThrow(ConfigError)
  })
})

describe('given a place where people get help', () => {
  const supportOf = (SUPPORT_URL?: string) => pageDeploymentOf(deployment, undefined, { SUPPORT_URL }).supportUrl

  it('builds the page with it, and the page can be read again', () => {
    for (const url of ['https://help.example/swaps?from=page', 'mailto:help@swap.example']) {
      expect(supportOf(` ${url} `)).toBe(url)
      const built = withPageDeployment(unbuilt, pageDeploymentOf(deployment, undefined, { SUPPORT_URL: url }))
      expect(pageDeploymentIn(built)).toMatchObject({ supportUrl: url })
    }
    expect(supportOf()).toBeUndefined()
    expect(supportOf('')).toBeUndefined()
  })

  it.each(['http://help.example', 'help@swap.example', 'mailto:', 'javascript:alert(1)', 'https://'])(
    'refuses %o',
    (url) => {
      expect(() => supportOf(url)).toThrow(ConfigError)
      expect(() => supportOf(url)).toThrow(`SUPPORT_URL must be an address like https://help.example`)
    },
  )
})

describe('given wallets on phones', () => {
  const phonesOf = (env: Readonly<Record<string, string>>) => pageDeploymentOf(deployment, undefined, env).walletConnect

  it('builds the page with a project and Reown’s relay, with another relay, or without', () => {
    const usual = { projectId: 'abc', relayUrl: 'wss://relay.walletconnect.org' }
    expect(phonesOf({ WALLETCONNECT_PROJECT_ID: ' abc ' })).toEqual(usual)
    const own = { WALLETCONNECT_PROJECT_ID: 'abc', WALLETCONNECT_RELAY_URL: 'wss://relay.example' }
    expect(phonesOf(own)).toEqual({ projectId: 'abc', relayUrl: 'wss://relay.example' })
    expect(phonesOf({})).toBeUndefined()
    expect(phonesOf({ WALLETCONNECT_PROJECT_ID: '' })).toBeUndefined()
  })

  it.each(['relay.example', 'https://relay.example', ''])('refuses the relay %o', (WALLETCONNECT_RELAY_URL) => {
    expect(() => phonesOf({ WALLETCONNECT_PROJECT_ID: 'abc', WALLETCONNECT_RELAY_URL })).toThrow(ConfigError)
  })
})

describe('given a page and a deployment', () => {
  it('starts where the page was built for it', async () => {
    expect(await start(builtFor())).toMatchObject({ webDist: folder.path() })
  })

  it.each(others)('refuses to start over a page that was built for %s, and names both', async (_, change, words) => {
    const refused = start(builtFor(change))
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow(words)
    await expect(refused).rejects.toThrow('Build it again: pnpm build --chain avalanche')
  })

  it.each([
    ['no network', unbuilt],
    ['nobody knows what', unbuilt.replace('null', '{"network":"avalanche"}')],
    ['no deployment at all', '<!doctype html>'],
  ])('refuses to start over a page that was built for %s', async (_, html) => {
    await expect(start(html)).rejects.toThrow(ConfigError)
  })

  it('lets a local network have a page that was built for nothing, and none that was built for another', async () => {
    const local: Deployment = { ...deployment, network: 'local' }
    expect(await start(unbuilt, local)).toMatchObject({ webDist: folder.path() })
    await expect(start(builtFor(), local)).rejects.toThrow('the avalanche network')
  })
})
