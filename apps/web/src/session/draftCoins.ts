import { product, readCoins, type Address } from '@parley/domain'
import { noneTyped, type DraftStore, type SideName, type TypedCoins } from './drafts.ts'

/** Takes what was typed into one side's amount. */
export function typeCoins(store: DraftStore, side: SideName, text: string): void {
  store.setState({ [`${side}Coins`]: typed(text) })
}

/** The account at each draft whose amounts are kept. */
const accounts = new WeakMap<DraftStore, Address>()

/**
 * Restores the amounts that this tab had before a reload, and stores later ones. Your own amount comes back only for the
 * account that typed it.
 */
export function keepCoins(store: DraftStore, portalKey: string, account: Address): void {
  const first = !accounts.has(store)
  accounts.set(store, account)
  if (!first) return
  const key = `${product.slug}-coins-${portalKey}`
  const stored = parse(tab((storage) => storage.getItem(key)))
  const { ownCoins, friendCoins } = store.getState()
  if (ownCoins === noneTyped && stored['account'] === account) typeCoins(store, 'own', textOf(stored['own']))
  if (friendCoins === noneTyped) typeCoins(store, 'friend', textOf(stored['friend']))
  store.subscribe((now, before) => {
    if (now.ownCoins === before.ownCoins && now.friendCoins === before.friendCoins) return
    const text = JSON.stringify({
      account: accounts.get(store),
      own: now.ownCoins.text,
      friend: now.friendCoins.text,
    })
    tab((storage) => storage.setItem(key, text))
  })
}

function typed(text: string): TypedCoins {
  if (text === '') return noneTyped
  const reading = readCoins(text)
  return { text, wei: 'wei' in reading ? reading.wei : null }
}

function textOf(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}

function parse(text: string | null | undefined): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

function tab<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined // Storage may be blocked or full: the amounts then last as long as the page.
  }
}
