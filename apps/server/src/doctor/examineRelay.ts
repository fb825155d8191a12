import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { TurnConfig } from '../config/serverConfig.ts'
import { type Finding, fine, silenceOf, skipped, warning } from './Finding.ts'
import { openRelayLine, type Place, placeOf, type RelayLine } from './relayLine.ts'

const what = 'voice relay'
const minuteS = 60

/** Whether each relay lets browsers in. It makes an allocation with credentials from TURN_SECRET, and gives it back. */
export async function examineRelay(turn: TurnConfig | null): Promise<Finding> {
  if (turn === null)
    return skipped(what, 'TURN_URLS is not set: people behind strict networks will not hear each other.')
  const places = turn.urls.flatMap((url) => {
    const place = placeOf(url)
    return place ? [{ url, place }] : []
  })
  if (places.length === 0) return skipped(what, 'It is reached by DTLS alone, which can not be tried from here.')
  for (const { url, place } of places) {
    const fault = await faultAt(place, turn.secret)
    if (fault !== null) return warning(what, `${url}: ${fault}`)
  }
  return fine(what, 'It answers, and takes what TURN_SECRET signs.')
}

async function faultAt(place: Place, secret: string): Promise<string | null> {
  const silent = `Is the relay running, and its ${place.transport} port ${place.port} open?`
  let line: RelayLine
  try {
    line = await openRelayLine(place)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/CERT|ALTNAME/.test(code)) return `Browsers refuse its certificate (${code}). Get one for ${place.host}.`
    const reason = silenceOf(error)
    return `Nothing answers${reason === null ? '' : ` (${reason})`}. ${silent}`
  }
  try {
    const asked = await exchange(line, allocate)
    if (!asked) return `Nothing answers. ${silent}`
    if (!asked.isError) return 'It relays for everyone, without a password. Set use-auth-secret there.'
    const [realm, nonce] = [asked.attributes.get(realmType), asked.attributes.get(nonceType)]
    if (asked.code !== unauthorized || !realm || !nonce) return `It allocates nothing (error ${asked.code}).`
    const sign = signing(secret, realm, nonce)
    const allowed = await exchange(line, allocate, sign)
    if (!allowed) return 'It asked for a password, and fell silent. Look at its log.'
    if (!allowed.isError) {
      await exchange(line, giveBack, sign)
      return null
    }
    if (allowed.code === unauthorized)
      return 'It refuses what TURN_SECRET signs. Set the same secret here and as its static-auth-secret.'
    // It knew the user, which holds as many as it may.
    if (allowed.code === quotaReached) return null
    return `It allocates nothing (error ${allowed.code}). Look at its log.`
  } finally {
    line.close()
  }
}

const magicCookie = Buffer.from([0x21, 0x12, 0xa4, 0x42])
const [usernameType, integrityType, errorType, lifetimeType] = [0x0006, 0x0008, 0x0009, 0x000d]
const [realmType, nonceType, transportType] = [0x0014, 0x0015, 0x0019]
const [unauthorized, quotaReached] = [401, 486]

interface Request {
  readonly method: number
  readonly attributes: readonly Buffer[]
}

/** RFC 8656: a relayed address for UDP (protocol 17), and an allocation that lasts no longer. */
const allocate: Request = { method: 0x0003, attributes: [attribute(transportType, Buffer.from([17, 0, 0, 0]))] }
const giveBack: Request = { method: 0x0004, attributes: [attribute(lifetimeType, Buffer.alloc(4))] }

interface Answer {
  readonly isError: boolean
  /** 0 for a success. */
  readonly code: number
  readonly attributes: ReadonlyMap<number, Buffer>
}

type Sign = (head: (length: number) => Buffer, attributes: readonly Buffer[]) => Buffer

/** Long-term credentials, as our servers give them to browsers. The user is when they end, and a name. */
function signing(secret: string, realm: Buffer, nonce: Buffer): Sign {
  const user = `${Math.floor(Date.now() / 1000) + minuteS}:parley-doctor`
  const password = createHmac('sha1', secret).update(user).digest('base64')
  const key = createHash('md5').update(`${user}:${realm.toString()}:${password}`).digest()
  const own = [attribute(usernameType, Buffer.from(user)), attribute(realmType, realm), attribute(nonceType, nonce)]
  return (head, attributes) => {
    const body = Buffer.concat([...attributes, ...own])
    // The signature covers the length with itself, and is 24 bytes long with its head.
    const signed = Buffer.concat([head(body.length + 24), body])
    return Buffer.concat([signed, attribute(integrityType, createHmac('sha1', key).update(signed).digest())])
  }
}

const unsigned: Sign = (head, attributes) => {
  const body = Buffer.concat(attributes)
  return Buffer.concat([head(body.length), body])
}

/** A request and its answer; null where none comes. */
async function exchange(
  line: RelayLine,
  { method, attributes }: Request,
  sign: Sign = unsigned,
): Promise<Answer | null> {
  const transaction = randomBytes(12)
  const head = (length: number) => Buffer.concat([number16(method), number16(length), magicCookie, transaction])
  const isAnswer = (message: Buffer) => message.length >= 20 && message.subarray(8, 20).equals(transaction)
  const message = await line.ask(sign(head, attributes), isAnswer)
  return message && read(message)
}

function read(message: Buffer): Answer {
  const attributes = new Map<number, Buffer>()
  for (let at = 20; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + padded(length)
  }
  const error = attributes.get(errorType)
  const code = error && error.length >= 4 ? error.readUInt8(2) * 100 + error.readUInt8(3) : 0
  return { isError: (message.readUInt16BE(0) & 0x0110) === 0x0110, code, attributes }
}

function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([
    number16(type),
    number16(value.length),
    value,
    Buffer.alloc(padded(value.length) - value.length),
  ])
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}

function number16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}
