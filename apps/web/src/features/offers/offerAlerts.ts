import { product } from '@parley/domain'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage } from '../../services/browser.ts'

const key = `${product.slug}-offer-alerts`

interface OfferAlerts {
  /** The browser's permission; `never` if pages can't show notifications. */
  readonly permission: NotificationPermission | 'never'
  /** The user's choice in this browser. */
  readonly wanted: boolean
}

const store = createStore<OfferAlerts>(() => ({
  permission: 'Notification' in globalThis ? Notification.permission : 'never',
  wanted: browserStorage.read(key) === 'on',
}))

function want(wanted: boolean): void {
  browserStorage.write(key, wanted ? 'on' : 'off')
  store.setState({ wanted })
}

export interface OfferAlertsChoice {
  /** Whether notifications can be turned on: false if the browser denies them (decision S9). */
  readonly offered: boolean
  readonly on: boolean
  /** Requests permission if needed. Call only from a click handler. */
  turnOn(): Promise<void>
  turnOff(): void
}

/** Notifications of incoming offers; off by default. */
export function useOfferAlerts(): OfferAlertsChoice {
  const { permission, wanted } = useStore(store)
  return {
    offered: permission === 'default' || permission === 'granted',
    on: permission === 'granted' && wanted,
    turnOn: async () => {
      const answer = await Notification.requestPermission()
      store.setState({ permission: answer })
      if (answer === 'granted') want(true)
    },
    turnOff: () => want(false),
  }
}

/** Shows a notification. If the browser doesn't allow that from pages, disables the option. */
export function notify(title: string, options: NotificationOptions, onClick: () => void): void {
  try {
    const notification = new Notification(title, options)
    notification.addEventListener('click', () => {
      notification.close()
      onClick()
    })
  } catch {
    store.setState({ permission: 'never' })
  }
}
