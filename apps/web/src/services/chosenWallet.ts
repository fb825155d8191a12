import type { Config, Connector } from 'wagmi'
import { disconnect, reconnect, watchConnectors } from 'wagmi/actions'
import { browserStorage } from './browser.ts'
import { isProvider } from './walletConnection.ts'

/** Where wagmi keeps the id of the wallet that was connected last, as JSON. */
const storedKey = 'wagmi.recentConnectorId'

/** wagmi's id of a wallet on a phone. */
export const walletConnectId = 'walletConnect'

/** The id of the chosen wallet, or null; by configuration. */
const chosen = new WeakMap<Config, string | null>()

/**
 * Ties the page to the wallet that the user chose last. wagmi connects any permitted wallet whose account changes, and
 * falls back to another connection on disconnect. Here only the chosen wallet may reconnect, and there is never a second
 * connection.
 *
 * @returns ends it.
 */
export function holdToChosenWallet(wagmi: Config): () => void {
  chosen.set(wagmi, storedId())
  const unwatchState = wagmi.subscribe(
    (state) => state,
    ({ current, connections }, before) => {
      const connector = current === null ? undefined : connections.get(current)?.connector
      if (connector && current !== before.current) chosen.set(wagmi, connector.id)
      enforceChoice(wagmi)
    },
  )
  const unwatchConnectors = watchConnectors(wagmi, {
    onChange: () => {
      enforceChoice(wagmi)
      // The chosen wallet may announce itself after the page has started.
      if (wagmi.state.status === 'disconnected') void reconnectChosen(wagmi)
    },
  })
  enforceChoice(wagmi)
  return () => {
    unwatchState()
    unwatchConnectors()
  }
}

/** Reconnects the chosen wallet without asking, if it is here and still permits it. */
export async function reconnectChosen(wagmi: Config): Promise<void> {
  const connector = wagmi.connectors.find(({ id }) => id === chosen.get(wagmi))
  if (connector) await reconnect(wagmi, { connectors: [connector] })
}

/** Has the chosen wallet ask for its password, and reconnects it. Rejects as the wallet does. */
export async function unlockChosen(wagmi: Config, connector: Connector): Promise<void> {
  const provider: unknown = await connector.getProvider()
  if (isProvider(provider)) await provider.request({ method: 'eth_requestAccounts' })
  await reconnectChosen(wagmi)
}

/** Disconnects the page and forgets the choice: no wallet comes back until the user connects one. */
export async function leaveChosenWallet(wagmi: Config): Promise<void> {
  chosen.set(wagmi, null)
  await disconnect(wagmi)
  browserStorage.remove(storedKey)
  enforceChoice(wagmi)
}

/** The id of the wallet that the page belongs to, which may be locked; null without one. */
export function chosenWallet(wagmi: Config): string | null {
  return chosen.get(wagmi) ?? null
}

function enforceChoice(wagmi: Config): void {
  const { _internal: internals } = wagmi
  const { connections, current, status } = wagmi.state
  if (status === 'connecting' || status === 'reconnecting') return
  const connected = current === null ? undefined : connections.get(current)
  for (const connector of wagmi.connectors) {
    if (connector.id !== chosen.get(wagmi)) connector.emitter.off('connect', internals.events.connect)
  }
  if (connected && connections.size > 1)
    wagmi.setState((state) => ({ ...state, connections: new Map([[connected.connector.uid, connected]]) }))
}

function storedId(): string | null {
  return browserStorage.read(storedKey)?.replaceAll('"', '') ?? null
}
