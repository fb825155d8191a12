import { product } from '@parley/domain'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage } from '../../session/browserStorage.ts'

const key = `${product.slug}-offer-alerts`

interface OfferAlerts {
  /** What the browser allows; `never` where it has no notifications, or none that a page may show. */
  readonly permission: NotificationPermission | 'never'
  /** What the person wants in this browser. */
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
  /** Whether there is anything to choose: not where the browser refuses (decision S9). */
  readonly offered: boolean
  readonly on: boolean
  /** The browser asks the person, if it has to. Only to be called on their click. */
  turnOn(): Promise<void>
  turnOff(): void
}

/** Notifications of offers that come in: off until somebody turns them on. */
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

/** Shows a notification. Some browsers let no page do so: then there are none to choose any more. */
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
