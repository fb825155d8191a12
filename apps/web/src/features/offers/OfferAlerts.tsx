import { type Offer, type OfferId, product } from '@parley/domain'
import { useEffect, useRef, type ReactNode } from 'react'
import { offerAlertsText } from '../../text/swap.ts'
import { navigate } from '../../ui/navigation.ts'
import { shorten } from '../../ui/Address.tsx'
import { useIncomingOffers } from './incomingOffers.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage } from '../../services/browser.ts'
import { IconButton } from '../../ui/Button.tsx'

const words = offerAlertsText

/**
 * Shows a browser notification for an offer that arrives while the page is hidden (decision S9).
 *
 * Each offer is announced once. Offers present when the page or wallet loaded aren't announced.
 */
export function OfferAlerts(): null {
  const { account, open } = useIncomingOffers()
  const { on } = useOfferAlerts()
  const known = useRef<{ account: string | null; ids: ReadonlySet<OfferId> } | null>(null)
  useEffect(() => {
    if (open === null) return
    const before = known.current?.account === account ? known.current.ids : null
    known.current = { account, ids: new Set([...(before ?? []), ...open.map(({ id }) => id)]) }
    if (before === null || !on || isLookedAt()) return
    for (const offer of open) if (!before.has(offer.id)) tell(offer)
  }, [account, open, on])
  return null
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

function tell(offer: Offer): void {
  const body = words.body(shorten(offer.creator), offer.offered.length, offer.requested.length)
  const path = `/p2p/${offer.id}`
  const id = `offer-received:${offer.id}`
  // All tabs use the same tag, so the offer is shown once. By the item's id, a push of it is not shown again.
  const options = { body, tag: offer.id, icon: '/icons/icon-192.png', data: { id, path } }
  void showByWorker(words.title, options).then((isShown) => {
    if (isShown) return
    notify(words.title, options, () => {
      window.focus()
      navigate(path)
    })
  })
}

/** Through the service worker, which knows what it has shown. @returns false where there is none. */
async function showByWorker(title: string, options: NotificationOptions & { data: { id: string } }): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (!registration?.active) return false
    const shown = await registration.getNotifications()
    if (!shown.some(({ data }) => data?.id === options.data.id)) await registration.showNotification(title, options)
    return true
  } catch {
    return false
  }
}

const key = `${product.slug}-offer-alerts`

interface AlertSetting {
  /** The browser's permission; `never` if pages can't show notifications. */
  readonly permission: NotificationPermission | 'never'
  /** The user's choice in this browser. */
  readonly wanted: boolean
}

const store = createStore<AlertSetting>(() => ({
  permission: 'Notification' in globalThis ? Notification.permission : 'never',
  wanted: browserStorage.read(key) === 'on',
}))

function want(wanted: boolean): void {
  browserStorage.write(key, wanted ? 'on' : 'off')
  store.setState({ wanted })
}

interface OfferAlertsChoice {
  /** Whether notifications can be turned on: false if the browser denies them (decision S9). */
  readonly offered: boolean
  readonly on: boolean
  /** Requests permission if needed. Call only from a click handler. */
  turnOn(): Promise<void>
  turnOff(): void
}

/** Notifications of incoming offers; off by default. */
function useOfferAlerts(): OfferAlertsChoice {
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
function notify(title: string, options: NotificationOptions, onClick: () => void): void {
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

/** Toggles notifications of incoming offers. Hidden if the browser doesn't support them. */
export function OfferAlertsButton(): ReactNode {
  const { offered, on, turnOn, turnOff } = useOfferAlerts()
  if (!offered) return null
  return (
    <IconButton
      icon={on ? 'bellOn' : 'bell'}
      label={offerAlertsText.label}
      aria-pressed={on}
      onClick={() => (on ? turnOff() : void turnOn())}
    />
  )
}
