import type { Address } from '@parley/domain'
import { ApiError } from '@parley/protocol'
import type { PushTrouble } from '../text/push.lazy.ts'
import { inboxApi } from './inboxStore.ts'

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

/** Subscribes this browser to pushes for its sign-in. Asks for permission, so call it from a press only. */
export async function subscribe(as: Address, key: string): Promise<PushTrouble | null> {
  const obstacle = pushObstacle()
  if (obstacle) return obstacle
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await registrationSoon()
  if (!registration) return 'unsupported'
  try {
    const subscription = await subscribeWith(registration, key)
    const { endpoint, keys } = subscription.toJSON()
    const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return 'failed'
    await inboxApi.request('subscribePush', { query: { as }, body: { endpoint, keys: { p256dh, auth } } })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) return 'failed'
    if (error.status === 401 || error.status === 403) return 'signed-out'
    return error.code === 'push-off' ? 'push-off' : 'refused'
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
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
}

/** Whether this browser is subscribed. The server may know a subscription that the browser has dropped. */
export async function isSubscribed(): Promise<boolean> {
  if (pushObstacle() !== null) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return ((await registration?.pushManager?.getSubscription()) ?? null) !== null
}
