import type { PageDeployment } from '@parley/protocol'
import { browserClock } from '../flows/Clock.ts'
import { createDemoProvider } from './createDemoProvider.ts'
import { createDemoWalletStore } from './demoWalletState.ts'
import type { DemoPerson } from './DemoPerson.ts'
import { demoWalletIcon } from './icon.ts'
import { loadPeople } from './loadPeople.ts'
import { createLocalNode, type LocalNode } from './localNode.ts'
import { mountDemoWallet } from './mountDemoWallet.tsx'
import { sluggishNode } from './sluggishNode.ts'

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
