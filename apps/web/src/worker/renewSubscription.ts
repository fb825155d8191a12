/** The part of `PushManager` that the worker uses. */
export interface OwnPushManager {
  getSubscription(): Promise<OwnSubscription | null>
  subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<OwnSubscription>
}

interface OwnSubscription {
  toJSON(): { endpoint?: string | undefined; keys?: Record<string, string> | undefined }
}

interface Requests {
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * Tells the server of the subscription that replaces one that the browser has ended.
 *
 * Only if push is on for the wallet that is signed in, or was until the push service said that it had ended. Otherwise pushes would end without a word.
 */
export async function renewSubscription(site: Requests, manager: OwnPushManager | undefined): Promise<void> {
  const address = fieldOf(await read(site, '/api/session'), 'session', 'address')
  if (!manager || typeof address !== 'string') return
  const query = `?as=${encodeURIComponent(address)}`
  const settings = await read(site, `/api/inbox/settings${query}`)
  const key = fieldOf(settings, 'push', 'key')
  const wasOn = fieldOf(settings, 'push', 'isOn') === true || fieldOf(settings, 'push', 'isEnded') === true
  if (typeof key !== 'string' || !wasOn) return
  const options = { userVisibleOnly: true, applicationServerKey: key } as const
  const subscription = (await manager.getSubscription()) ?? (await manager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await site.fetch(`/api/push/subscription${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } }),
  })
}

async function read({ fetch }: Requests, path: string): Promise<unknown> {
  const answer = await fetch(path)
  return answer.ok ? answer.json() : null
}

function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}
