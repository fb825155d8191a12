import { product } from '@parley/domain'
import { configSchema, createApiClient, type ApiClient, type WireConfig } from '@parley/protocol'
import { reconnect } from 'wagmi/actions'
import { browserStorage, type BrowserStorage } from './browserStorage.ts'
import { createSession } from './createSession.ts'
import { createLiveLine } from './liveLine.ts'
import type { Session } from './Session.ts'

/**
 * Reads the server's configuration, announces the demonstration wallet where there is one, opens the session and begins
 * to reconnect the remembered wallet.
 *
 * Rejects when the server does not answer and no configuration is kept from an earlier visit.
 */
export async function openSession(): Promise<Session> {
  const api = createApiClient('')
  const live = createLiveLine('')
  live.dial()
  const config = await loadConfig(api, browserStorage)
  await announceDemoWallet(config)
  const session = createSession(config, api, live)
  void reconnect(session.wagmi)
  return session
}

const configKey = `${product.slug}-config`

/** The server's word, or the one kept from the last visit: without the server the page works on what it knows (decision C8). */
async function loadConfig(api: ApiClient, storage: BrowserStorage): Promise<WireConfig> {
  try {
    const config = await api.request('config')
    storage.write(configKey, JSON.stringify(config))
    return config
  } catch (error) {
    const kept = storage.read(configKey)
    if (kept === null) throw error
    return configSchema.parse(JSON.parse(kept))
  }
}

/** Vite drops the whole branch, and with it the wallet, from every build but the demonstration's. */
async function announceDemoWallet(config: WireConfig): Promise<void> {
  if (import.meta.env.MODE !== 'demo') return
  if (config.network !== 'local') return
  const { announceDemoWallet: announce } = await import('../demo-wallet/announceDemoWallet.ts')
  await announce(config)
}
