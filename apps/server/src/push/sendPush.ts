import { ECDH } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { PushMessage, PushRefusal, WirePushSubscription } from '@parley/protocol'
import { HttpError } from '../http/httpError.ts'
import { PictureError } from '../images/PictureError.ts'
import { createRequestGuard, type GuardOptions } from '../images/net/fetchAsset.ts'
import type { VapidKeys } from './vapidKeys.ts'

export interface Push {
  readonly subscription: WirePushSubscription
  readonly message: PushMessage
  /** For how long the push service keeps it for a browser that is away. */
  readonly ttlS: number
  readonly isUrgent: boolean
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The subscription has ended. */
  | { readonly kind: 'gone' }
  /** `afterS`: what the service asked for. */
  | { readonly kind: 'later'; readonly afterS: number | null }
  /** It won't ever be taken. */
  | { readonly kind: 'refused' }

export interface PushSender {
  /** @returns whether pushes can be encrypted for it, and its address may be asked. A name is looked up only when sending. */
  mayReach(subscription: WirePushSubscription): boolean
  send(push: Push): Promise<PushOutcome>
  close(): void
}

interface SenderOptions extends GuardOptions {
  readonly keys: () => Promise<VapidKeys>
  readonly subject: string
}

export const sendTimeoutMs = 8_000
/** Idle connections are closed: a wildcard name has hosts without number, and each would keep one open. */
const agentOptions = { maxSockets: 16, maxFreeSockets: 4, keepAlive: true, timeout: 5_000 }
const day = 24 * 60 * 60

/** Sends to push services on the public internet alone, as pictures are fetched (decision Z3). Redirects aren't followed. */
export function createPushSender({ keys, subject, ...guarding }: SenderOptions): PushSender {
  const guard = createRequestGuard(guarding)
  const agents = {
    http: new HttpAgent(agentOptions),
    https: new HttpsAgent(agentOptions),
  }

  /** @throws {PictureError} */
  function guardedOptions(endpoint: string) {
    const url = new URL(endpoint)
    const isTrusted = guarding.trustedOrigins.includes(url.origin)
    if (url.protocol !== 'https:' && !isTrusted) throw new PictureError('refused', url.protocol)
    return { url, ...guard(url) }
  }

  return {
    mayReach({ endpoint, keys: { p256dh, auth } }) {
      try {
        guardedOptions(endpoint)
        ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
        return Buffer.from(auth, 'base64url').length === 16
      } catch {
        return false
      }
    },
    async send({ subscription, message, ttlS, isUrgent }) {
      const { publicKey, privateKey } = await keys()
      const { default: webPush } = await import('web-push')
      const details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: Math.max(0, Math.min(day, ttlS)),
        urgency: isUrgent ? 'high' : 'normal',
        topic: message.tag,
      })
      try {
        const { url, ...options } = guardedOptions(subscription.endpoint)
        const isSecure = url.protocol === 'https:'
        const { status, retryAfter } = await new Promise<Answer>((resolve, reject) => {
          const sent = (isSecure ? httpsRequest : httpRequest)(
            url,
            {
              ...options,
              method: 'POST',
              headers: details.headers,
              agent: isSecure ? agents.https : agents.http,
              signal: AbortSignal.timeout(sendTimeoutMs),
            },
            (response) => resolve(answerOf(response)),
          )
          sent.on('error', reject).end(details.body)
        })
        return outcomeOf(status, retryAfter)
      } catch (error) {
        // The lookup of a name found an address of our own network.
        return error instanceof PictureError ? { kind: 'refused' } : { kind: 'later', afterS: null }
      }
    },
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** The body is of no interest, however long it is. */
function answerOf(response: IncomingMessage): Answer {
  const { statusCode = 0, headers } = response
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (length <= 1_024) response.resume()
  else response.destroy()
  return { status: statusCode, retryAfter: headers['retry-after'] }
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', afterS: secondsOf(retryAfter) }
  return { kind: 'refused' }
}

/** Seconds, or a date (RFC 9110). */
function secondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const seconds = /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(day, Math.max(0, seconds)) : null
}

const sentences: Readonly<Record<PushRefusal, string>> = {
  'push-off': 'push is switched off here',
  'bad-endpoint': 'not a push service on the public internet, or not its keys',
}

export function refusal(code: PushRefusal): HttpError {
  return new HttpError(code === 'push-off' ? 404 : 400, sentences[code], { code })
}
