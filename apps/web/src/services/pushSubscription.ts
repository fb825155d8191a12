import { type Address, product, sameAddress } from '@parley/domain'
import { ApiError } from '@parley/protocol'
import { closedText, type PushTrouble } from '../text/push.lazy.ts'
import { shorten } from '../ui/Address.tsx'
import { browserStorage, createSharedStore } from './browser.ts'
import { addressIn } from './drafts.ts'
import { inboxApi } from './inboxStore.ts'
import type { NoticeBoard } from './notices.ts'

/** The wallet that this browser gets pushes for; null for none. */
const notified = createSharedStore<Address | null>(browserStorage, `${product.slug}-notified`, {
  parse: (text) => addressIn(text ?? ''),
  print: (wallet) => wallet ?? '',
})

/** Says that a sign-in has ended the notifications of the one before it (decision I2). */
export function sayEndedPushes({ announce }: Pick<NoticeBoard, 'announce'>, signedIn: Address): void {
  const before = notified.store.getState()
  if (!before) return
  notified.update(() => null)
  const text = sameAddress(before, signedIn) ? closedText.endedOwn : closedText.endedOther(shorten(before))
  announce({ key: 'pushes-ended', channel: 'alert', tone: 'warning', text })
}

/** Why this browser can't be notified; null if it can. */
export function pushObstacle(): Extract<PushTrouble, 'unsupported' | 'home-screen' | 'denied'> | null {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // Safari on phones has push for pages on the Home Screen only, and none of its parts elsewhere.
  if (!hasPush) return 'standalone' in navigator && navigator.standalone === false ? 'home-screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

const readyMs = 10_000

/** The worker's registration, or null where it doesn't come: blocked, or removed by the operator. */
async function registrationSoon(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, readyMs, null))
  return Promise.race([navigator.serviceWorker.ready, late])
}

/**
 * Subscribes this browser to pushes for its sign-in. Asks for permission, so call it from a press only.
 *
 * @param isEnded the push service has ended the one before. The browser may not know it.
 */
export async function subscribe(as: Address, key: string, isEnded: boolean): Promise<PushTrouble | null> {
  const obstacle = pushObstacle()
  if (obstacle) return obstacle
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await registrationSoon()
  if (!registration) return 'unsupported'
  try {
    // The browser would return it again.
    if (isEnded) await (await registration.pushManager.getSubscription())?.unsubscribe()
    const subscription = await subscribeWith(registration, key)
    const { endpoint, keys } = subscription.toJSON()
    const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return 'failed'
    await inboxApi.request('subscribePush', { query: { as }, body: { endpoint, keys: { p256dh, auth } } })
    notified.update(() => as)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) return 'failed'
    if (error.status === 401 || error.status === 403) return 'signed-out'
    if (error.code === 'push-off') return 'push-off'
    // Too many at once, or the server is busy: it may take this browser later.
    return error.status === 429 || error.status >= 500 ? 'failed' : 'refused'
  }
}

/** A subscription made with another key, as after the operator has changed it, is worth nothing. */
async function subscribeWith({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Ends it in the server first: without its row no push is sent, whatever the browser keeps. */
export async function unsubscribe(as: Address): Promise<void> {
  await inboxApi.request('unsubscribePush', { query: { as }, body: {} })
  await dropSubscription()
}

/** Ends the browser's subscription, after its sign-in has ended. */
export async function dropSubscription(): Promise<void> {
  notified.update(() => null)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
}

/** Replaces a subscription that its push service has ended. Asks for nothing. */
export async function renew(as: Address, key: string): Promise<PushTrouble | null> {
  const isAllowed = pushObstacle() === null && Notification.permission === 'granted'
  return isAllowed ? subscribe(as, key, true) : null
}

/** Whether this browser is subscribed. The server may know a subscription that the browser has dropped. */
export async function isSubscribed(): Promise<boolean> {
  if (pushObstacle() !== null) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return ((await registration?.pushManager?.getSubscription()) ?? null) !== null
}
