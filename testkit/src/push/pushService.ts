import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type PushMessage, pushMessageSchema } from '@parley/protocol'
import { z } from 'zod'
import { serveHttp } from '../serveHttp.ts'

/** What a push service answers; `hang` answers nothing. */
export type PushAnswer = number | 'hang' | { readonly status: number; readonly retryAfter: string }

type DecideAnswer = () => PushAnswer | Promise<PushAnswer>

/** A push as the browser gets it. */
export interface ReceivedPush {
  readonly message: PushMessage
  readonly ttlS: number
  readonly urgency: string
  readonly topic: string
  readonly atMs: number
}

/** A browser's subscription at a {@link PushService}. */
export interface PushBrowser {
  /** As `PushSubscription.toJSON()` has it. */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Delivered pushes, in order. */
  readonly received: readonly ReceivedPush[]
  /** What it shows: the last of each tag. */
  shown(): readonly PushMessage[]
  /** Requests for it, delivered or not. */
  requests(): number
  /** Answers the next requests so, then as usual; a function decides for all, and may take its time. */
  answer(answers: readonly PushAnswer[] | DecideAnswer): void
}

/** A push service. It checks pushes by RFC 8030, 8188, 8291 and 8292, and decrypts as a browser does. */
export interface PushService {
  readonly origin: string
  open(): PushBrowser
  /** Why pushes were refused that broke a rule. */
  readonly faults: readonly string[]
  stop(): Promise<void>
}

interface Open extends PushBrowser {
  readonly decrypt: (body: Buffer) => unknown
  readonly take: (push: ReceivedPush) => void
  readonly next: DecideAnswer
}

/** The public key that subscriptions are made with, base64url. */
export async function startPushService(vapidKey: () => Promise<string | null>): Promise<PushService> {
  const browsers = new Map<string, Open>()
  const faults: string[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = browsers.get(request.url ?? '')
    if (!browser) return void response.writeHead(404).end()
    const answer = await browser.next()
    if (answer === 'hang') return
    const { status, ...more } = typeof answer === 'number' ? { status: answer } : answer
    if (status !== 201) {
      return void response.writeHead(status, 'retryAfter' in more ? { 'retry-after': more.retryAfter } : {}).end()
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    try {
      checkVapid(request.headers, origin, await vapidKey())
      if (request.method !== 'POST') throw new Error('not a POST')
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
      const [ttl, topic, urgency] = ['ttl', 'topic', 'urgency'].map((name) => String(request.headers[name] ?? ''))
      if (!/^[0-9]+$/.test(ttl ?? '')) throw new Error('no TTL')
      if (!/^[\w-]{1,32}$/.test(topic ?? '')) throw new Error('not a topic')
      const message = pushMessageSchema.parse(browser.decrypt(Buffer.concat(chunks)))
      browser.take({ message, ttlS: Number(ttl), urgency: urgency ?? '', topic: topic ?? '', atMs: performance.now() })
      response.writeHead(201).end()
    } catch (error) {
      faults.push(String(error))
      response.writeHead(400).end()
    }
  }

  const { url: origin, stop } = await serveHttp((request, response) => {
    handle(request, response).catch((error: unknown) => faults.push(String(error)))
  })
  return {
    origin,
    faults,
    open() {
      const path = `/push/${randomUUID()}`
      const browser = openBrowserAt(origin + path)
      browsers.set(path, browser)
      return browser
    },
    stop,
  }
}

function openBrowserAt(endpoint: string): Open {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  const received: ReceivedPush[] = []
  let answers: PushAnswer[] | DecideAnswer = []
  let requests = 0
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    received,
    shown: () => [...new Map(received.map(({ message }) => [message.tag, message])).values()],
    requests: () => requests,
    answer: (next) => (answers = typeof next === 'function' ? next : [...next]),
    take: (push) => void received.push(push),
    next() {
      requests += 1
      return typeof answers === 'function' ? answers() : (answers.shift() ?? 201)
    },
    decrypt(body) {
      // RFC 8188: salt, record size, key id (the sender's public key), then one record.
      const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
      const senderKey = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      // RFC 8291: both keys go into the secret.
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = plain.lastIndexOf(2)
      if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0))
        throw new Error('not padded as the last record')
      return JSON.parse(plain.subarray(0, end).toString('utf8'))
    },
  }
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) })
const maxLifeS = 24 * 60 * 60

/** @throws where the token isn't for this service, or not by the key that browsers subscribe with. */
function checkVapid({ authorization = '' }: IncomingHttpHeaders, origin: string, vapidKey: string | null): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (vapidKey === null || key !== vapidKey) throw new Error('another VAPID key than the browser subscribed with')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(key, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the VAPID token is not signed by its key')
  const { aud, exp } = claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  const leftS = exp - Date.now() / 1000
  if (aud !== origin || leftS <= 0 || leftS > maxLifeS)
    throw new Error('the VAPID token is not for this service and time')
}
