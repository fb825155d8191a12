import type { Address } from '@parley/domain'
import { addressSchema, z } from './primitives.ts'

/** A session lasts this long; then the wallet signs again (decision N6). */
export const sessionLifeS = 7 * 24 * 60 * 60
/** A nonce has to be used within this time. */
export const signInNonceLifeS = 10 * 60

/** What the wallet is shown besides the fields of EIP-4361. */
export const signInStatement =
  'Sign in to negotiate and talk. This costs nothing, sends nothing to the chain, and allows nobody to move anything.'

interface SignInTerms {
  readonly address: Address
  /** The site's, which is what the signature is worth (decision Z2). */
  readonly origin: string
  readonly chainId: number
  readonly nonce: string
  /** The server's time, unix seconds. */
  readonly nowS: number
}

/** The fields of the EIP-4361 message. The server takes no other, and no text around them. */
export function signInFields({ address, origin, chainId, nonce, nowS }: SignInTerms) {
  return {
    address,
    domain: new URL(origin).host,
    uri: origin,
    version: '1',
    chainId,
    nonce,
    statement: signInStatement,
    issuedAt: new Date(nowS * 1000),
    expirationTime: new Date((nowS + sessionLifeS) * 1000),
  } as const
}

export const sessionSchema = z.object({
  address: addressSchema,
  /** Unix seconds. */
  expiresAt: z.int(),
})
export type WireSession = z.output<typeof sessionSchema>

/** The EIP-4361 text and its signature: 65 bytes, or more of a contract wallet. */
export const signInBody = z.object({
  message: z.string().check(z.minLength(1), z.maxLength(2_000)),
  signature: z.pipe(
    z.string().check(z.maxLength(16_386), z.regex(/^0x([0-9a-fA-F]{2})+$/, 'not hex')),
    z.transform((text: string): `0x${string}` => `0x${text.slice(2)}`),
  ),
})

/** Codes of a 401 or 403 in answer to a sign-in or to a request that needs one. */
export const signInRefusals = [
  'sign-in-needed',
  /** The session is another wallet's than the one the page acts for. */
  'other-wallet',
  /** Not EIP-4361, or not for this site, chain or time. */
  'wrong-message',
  'wrong-nonce',
  'wrong-signature',
  /** A page of another site asks. */
  'other-site',
] as const
export type SignInRefusal = (typeof signInRefusals)[number]
