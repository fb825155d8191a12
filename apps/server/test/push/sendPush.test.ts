import { createECDH, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import webPush from 'web-push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPushSender, type Push } from '../../src/push/sendPush.ts'
import { seededRandom } from '../holdings/randomTrades.ts'
import { type Origin, startOrigin } from '../images/startOrigin.ts'

const keys = webPush.generateVAPIDKeys()
const subject = 'mailto:owner@parley.example'

function validKeys() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return { p256dh, auth: randomBytes(16).toString('base64url') }
}

const validKeysOnce = validKeys()

function pushTo(endpoint: string): Push {
  const message = { tag: 'x', about: 'offer', needsYou: true, other: '0x7099…79C8', path: '/inbox', id: 'x' } as const
  return { subscription: { endpoint, keys: validKeys() }, message, ttlS: 60, isUrgent: false }
}

function senderWith(addresses: readonly string[][] = [], trustedOrigins: readonly string[] = []) {
  let questions = 0
  const resolve = async () => {
    const answer = addresses[Math.min(questions, addresses.length - 1)] ?? []
    questions += 1
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const sender = createPushSender({ keys: async () => keys, subject, trustedOrigins, resolve })
  return { ...sender, questions: () => questions }
}

/** First bytes of networks that no push service is in, with how many bits are fixed. */
const privateNetworks: readonly (readonly [base: number, bits: number])[] = [
  [0x0000_0000, 8],
  [0x0a00_0000, 8],
  [0x6440_0000, 10],
  [0x7f00_0000, 8],
  [0xa9fe_0000, 16],
  [0xac10_0000, 12],
  [0xc0a8_0000, 16],
  [0xc612_0000, 15],
  [0xe000_0000, 4],
]

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)
function pick<T>(random: Random, [first, ...rest]: readonly [T, ...T[]]): T {
  return [first, ...rest][below(random, rest.length + 1)] ?? first
}

/** Every way that a URL can write an IPv4 address. */
function hostOf(random: Random, address: number): string {
  const bytes = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const hex = address.toString(16).padStart(8, '0')
  const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`
  const number = (value: number) =>
    pick(random, [
      `${value}`,
      `0x${value.toString(16)}`,
      `0X${value.toString(16).toUpperCase()}`,
      `0${value.toString(8)}`,
    ])
  const dot = () => pick(random, ['.', '.', '%2e', '。', '．'])
  const last = pick(random, ['', '', '.'])
  return pick(random, [
    () => number(address) + last,
    () => number(a) + dot() + number(address % 2 ** 24) + last,
    () => number(a) + dot() + number(b) + dot() + number(c * 256 + d) + last,
    () => number(a) + dot() + number(b) + dot() + number(c) + dot() + number(d) + last,
    () => `[::ffff:${bytes.join('.')}]`,
    () => `[0:0:0:0:0:FFFF:${groups}]`,
    () => `[::${groups}]`,
    () => `[64:ff9b::${groups}]`,
    () => `[2002:${groups}::]`,
    () => `[fe80::${groups}]`,
    () => `[fd${hex.slice(0, 2)}::${groups}]`,
  ])()
}

function privateEndpoint(random: Random): string {
  const [base, bits] = pick(random, [privateNetworks[0] ?? [0, 8], ...privateNetworks.slice(1)])
  return `https://${hostOf(random, base + below(random, 2 ** (32 - bits)))}/push/${below(random, 1e6)}`
}

describe('given subscriptions that a stranger makes up', () => {
  it('takes none whose endpoint is a private address, however it is written', async () => {
    const seed = Number(process.env['PUSH_SEED'] ?? 1)
    const random = seededRandom(seed)
    const sender = senderWith()
    const taken: string[] = []
    for (let count = 0; count < 2_000; count += 1) {
      const endpoint = privateEndpoint(random)
      if (sender.mayReach({ endpoint, keys: validKeysOnce })) taken.push(endpoint)
    }
    expect(taken, `seed ${seed}`).toEqual([])
    expect(sender.mayReach({ endpoint: 'https://1.1.1.1/push', keys: validKeysOnce })).toBe(true)
    sender.close()
  })

  it.each([
    ['a user', 'https://user@push.example/x'],
    ['a password', 'https://:word@push.example/x'],
    ['a port', 'https://push.example:6379/x'],
    ['no host', 'https:///'],
    ['a megabyte that ends in a private host', `https://${'a'.repeat(1_000_000)}@127.0.0.1/`],
    ['another protocol', 'file:///etc/passwd'],
  ])('takes none whose endpoint has %s', (_, endpoint) => {
    const sender = senderWith()
    expect(sender.mayReach({ endpoint, keys: validKeysOnce })).toBe(false)
    sender.close()
  })

  const point = Buffer.from(validKeysOnce.p256dh, 'base64url')
  const offCurve = Buffer.concat([point.subarray(0, 64), Buffer.of((point.at(-1) ?? 0) ^ 1)])
  it.each([
    ['not on the curve', { p256dh: offCurve.toString('base64url') }],
    ['too short', { p256dh: point.subarray(0, 64).toString('base64url') }],
    ['too long', { p256dh: Buffer.concat([point, point]).toString('base64url') }],
    ['with a secret too short', { auth: randomBytes(15).toString('base64url') }],
    ['with a secret too long', { auth: randomBytes(17).toString('base64url') }],
    ['with no secret', { auth: '' }],
  ])('takes none whose key is %s', (_, wrong) => {
    const sender = senderWith()
    const endpoint = 'https://push.example/x'
    expect(sender.mayReach({ endpoint, keys: { ...validKeysOnce, ...wrong } })).toBe(false)
    expect(sender.mayReach({ endpoint, keys: validKeysOnce })).toBe(true)
    sender.close()
  })

  it.each([
    ['private', [['10.0.0.1']]],
    ['public and private', [['93.184.216.34', '::1']]],
    ['of a metadata service', [['169.254.169.254']]],
  ])('sends nothing to a name whose addresses are %s', async (_, addresses) => {
    const sender = senderWith(addresses)
    expect(await sender.send(pushTo('https://push.example/x'))).toEqual({ kind: 'refused' })
    sender.close()
  })

  it('refuses a name that was fine when it was checked, and is private when it is used', async () => {
    const sender = senderWith([['127.0.0.1']])
    const push = pushTo('https://push.example/x')
    expect(sender.mayReach(push.subscription)).toBe(true)
    expect(sender.questions()).toBe(0)
    expect(await sender.send(push)).toEqual({ kind: 'refused' })
    expect(sender.questions()).toBe(1)
    sender.close()
  })
})

describe('given a push service that answers as it likes', () => {
  let service: Origin
  const closed = Promise.withResolvers<void>()
  const retry = (status: number, after: string) => (response: ServerResponse) =>
    void response.writeHead(status, { 'retry-after': after }).end()
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/404': (response) => void response.writeHead(404).end(),
    '/410': (response) => void response.writeHead(410).end(),
    '/413': retry(413, '5'),
    '/429': retry(429, '5'),
    '/500': (response) => void response.writeHead(500).end(),
    '/nonsense': retry(503, 'soon'),
    '/year': retry(503, '999999999'),
    '/past': retry(503, 'Thu, 01 Jan 1970 00:00:00 GMT'),
    '/redirect': (response) => void response.writeHead(307, { location: `${service.url}/target` }).end(),
    '/cut': (response) => void response.destroy(),
    '/endless': (response) => {
      response.on('close', closed.resolve)
      response.writeHead(201).write('x')
    },
  }
  beforeAll(async () => {
    service = await startOrigin((request, response) => answers[request.url ?? '']?.(response))
  })
  afterAll(() => service.stop())

  it.each([
    ['/404', { kind: 'gone' }],
    ['/410', { kind: 'gone' }],
    ['/413', { kind: 'refused' }],
    ['/429', { kind: 'later', afterS: 5 }],
    ['/500', { kind: 'later', afterS: null }],
    ['/nonsense', { kind: 'later', afterS: null }],
    ['/year', { kind: 'later', afterS: 86_400 }],
    ['/past', { kind: 'later', afterS: 0 }],
    ['/redirect', { kind: 'refused' }],
    ['/cut', { kind: 'later', afterS: null }],
  ])('knows what %s means', async (path, outcome) => {
    const sender = senderWith([], [service.url])
    expect(await sender.send(pushTo(service.url + path))).toEqual(outcome)
    expect(service.requests('/target')).toBe(0)
    sender.close()
  })

  it('counts a push as sent, and hangs up, when the answer’s body never ends', async () => {
    const sender = senderWith([], [service.url])
    expect(await sender.send(pushTo(`${service.url}/endless`))).toEqual({ kind: 'sent' })
    await closed.promise
    sender.close()
  })
})
