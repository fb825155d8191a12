import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Address, parseAddress } from '@parley/domain'
import { signInFields, signInNonceLifeS, type SignInRefusal } from '@parley/protocol'
import { createSiweMessage, parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import type { Site } from '../http/site.ts'

/** Servers of one database, whose clocks differ by less. */
const clockSkewS = 60

const timeDigits = 8
const randomBytesInNonce = 12

/**
 * A nonce that bears its time and a proof that we made it for this wallet. EIP-4361 allows letters and digits. Nothing is
 * stored for it, so asking for nonces fills no table.
 */
export function createNonce(secret: Buffer, address: Address, nowS: number): string {
  const head = nowS.toString(16).padStart(timeDigits, '0') + randomBytes(randomBytesInNonce).toString('hex')
  return head + seal(secret, address, head)
}

const nonceForm = new RegExp(`^([0-9a-f]{${timeDigits}})[0-9a-f]{${2 * randomBytesInNonce}}(?=[0-9a-f]{32}$)`)

/** When a nonce ends, in unix seconds; null where we did not make it for this wallet or it has ended. */
export function nonceEndS(secret: Buffer, address: Address, { nonce, nowS }: { nonce: string; nowS: number }) {
  const [head, time = ''] = nonceForm.exec(nonce) ?? []
  if (head === undefined) return null
  if (!timingSafeEqual(Buffer.from(nonce.slice(head.length)), Buffer.from(seal(secret, address, head)))) return null
  const endS = parseInt(time, 16) + signInNonceLifeS
  return endS > nowS ? endS : null
}

function seal(secret: Buffer, address: Address, head: string): string {
  return createHmac('sha256', secret).update(`${address} ${head}`).digest('hex').slice(0, 32)
}

export interface SignInMessage {
  readonly address: Address
  readonly nonce: string
  readonly expiresAtS: number
}

/**
 * Reads an EIP-4361 text. It has to be for this site (decision Z2), chain and time, and exactly what our page writes: a field
 * or a line more could tell the user something else.
 */
export function readSignInMessage(
  message: string,
  { site, chainId, nowS }: { site: Pick<Site, 'isOwn'>; chainId: number; nowS: number },
): SignInMessage | { readonly refusal: SignInRefusal } {
  const refused = { refusal: 'wrong-message' } as const
  const fields = parseSiweMessage(message)
  const { uri, nonce, issuedAt, expirationTime } = fields
  if (uri === undefined || nonce === undefined || !issuedAt || !expirationTime) return refused
  if (!site.isOwn(uri) || !validateSiweMessage({ message: fields, time: new Date(nowS * 1000) })) return refused
  const parsed = parseAddress(fields.address ?? '')
  const issuedAtS = issuedAt.getTime() / 1000
  if (!('address' in parsed) || !(Math.abs(issuedAtS - nowS) <= signInNonceLifeS + clockSkewS)) return refused
  const { address } = parsed
  const expected = signInFields({ address, origin: uri, chainId, nonce, nowS: issuedAtS })
  if (textOf(expected) !== message) return refused
  return { address, nonce, expiresAtS: Math.floor(expirationTime.getTime() / 1000) }
}

/** @returns null for fields that EIP-4361 does not allow, such as a domain that is none. */
function textOf(fields: ReturnType<typeof signInFields>): string | null {
  try {
    return createSiweMessage(fields)
  } catch {
    return null
  }
}
