import { parseAddress } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'
import { browserClock } from '../services/browser.ts'
import { type DemoPerson, createDemoWalletStore } from './demoWalletState.ts'
import { createDemoProvider } from './createDemoProvider.ts'
import { createLocalNode, type LocalNode, sluggishNode } from './localNode.ts'
import { mountDemoWallet } from './DemoWalletButton.tsx'

export const demoWalletName = 'Parley demo wallet'

/** Announces the local world's wallet (EIP-6963) and renders its button and sheets. */
export async function announceDemoWallet(config: PageDeployment): Promise<void> {
  const node = createLocalNode(config.rpcUrls)
  const store = createDemoWalletStore(await peopleOnce(node))
  const provider = createDemoProvider(store, sluggishNode(node, config), config.chainId)
  const info = {
    uuid: crypto.randomUUID(),
    name: demoWalletName,
    icon: demoWalletIcon,
    rdns: 'local.parley.demo-wallet',
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  mountDemoWallet(store, config)
}

const retryMs = 3_000

/** The people of the chain, once it answers. */
async function peopleOnce(node: LocalNode): Promise<readonly DemoPerson[]> {
  for (;;) {
    try {
      return await loadPeople(node)
    } catch {
      await browserClock.sleep(retryMs)
    }
  }
}

/** The node's accounts in their order; the first one deployed everything and owns the contracts. */
const namesByIndex = ['Owner', 'Alice', 'Bob', 'Carol'] as const

/** Alice, Bob and Carol first, since they are who people swap as; the owner last, for the admin panel. */
async function loadPeople(node: LocalNode): Promise<readonly DemoPerson[]> {
  const accounts = await node.request('eth_accounts')
  if (!Array.isArray(accounts)) return []
  const people = namesByIndex.flatMap((name, index) => {
    const parsed = parseAddress(String(accounts[index] ?? ''))
    return 'address' in parsed ? [{ name, address: parsed.address }] : []
  })
  return [...people.slice(1), ...people.slice(0, 1)]
}

/** Two hands of a seal, in one line: the wallet's own mark. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#7c4a00"/><path d="M8 12h16v10H8z" fill="#f8e7c2"/><path d="M8 15h16" stroke="#7c4a00" stroke-width="2"/><circle cx="20" cy="19" r="1.6" fill="#7c4a00"/></svg>'

const demoWalletIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const
