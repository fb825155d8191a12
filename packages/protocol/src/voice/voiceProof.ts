import { type Address, product } from '@parley/domain'
import { addressSchema, z } from '../primitives.ts'

/** ECDSA over P-256 with SHA-256. Every browser makes such keys, and keeps the private half from scripts. */
export const voiceKeyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** A wallet's statement that a browser's key speaks for its address, in one room of one site, for a while. */
export const voiceGrantSchema = z.object({
  address: addressSchema,
  /** Unix seconds. */
  expiresAt: z.int().check(z.positive()),
  /** The public half of the browser's key: an uncompressed point in base64url. */
  key: z.string().check(z.regex(/^B[\w-]{86}$/, 'not a key')),
  /** The wallet's, over `voiceProofMessage` (EIP-191). Contract wallets sign longer than others (ERC-1271). */
  signature: z.pipe(
    z.string().check(z.maxLength(4_098), z.regex(/^0x([0-9a-fA-F]{2})+$/, 'not hex')),
    z.transform((text: string): `0x${string}` => `0x${text.slice(2)}`),
  ),
})
export type VoiceGrant = z.output<typeof voiceGrantSchema>

/** A grant as one connection shows it. On any other connection it is worth nothing (decision V8). */
export const voiceProofSchema = z.extend(voiceGrantSchema, {
  /** The browser key's, over {@link voiceKeyMessage}: 64 bytes in base64url. */
  keySignature: z.string().check(z.regex(/^[\w-]{86}$/, 'not a signature')),
})
export type VoiceProof = z.output<typeof voiceProofSchema>

/** What the browser's key signs. The server made up `peerId` for this one connection, so it is the nonce. */
export function voiceKeyMessage({ host, peerId }: { readonly host: string; readonly peerId: string }): string {
  return [`${product.name} voice chat`, host, peerId].join('\n')
}

/** A proof opens its room for as long as a talk, so that a line reconnects without asking the wallet again. */
export const voiceProofLifeS = 2 * 60 * 60
/** Clocks differ: a proof may be this much younger than the server's time. */
export const voiceClockSkewS = 5 * 60

interface VoiceProofTerms {
  readonly address: Address
  readonly roomId: string
  /** Host and port of the site that asks: a proof given to another site opens nothing here. */
  readonly host: string
  readonly chainId: number
  readonly expiresAt: number
  /** The public half of the browser's key that may speak for the address. */
  readonly key: string
}

/** The text that the wallet shows and signs. */
export function voiceProofMessage({ address, roomId, host, chainId, expiresAt, key }: VoiceProofTerms): string {
  return [
    `${product.name} voice chat`,
    '',
    'I am about to talk as the owner of this wallet. This costs nothing, sends nothing to the chain, and allows nobody to move anything.',
    '',
    `Site: ${host}`,
    `Room: ${roomId}`,
    `Address: ${address}`,
    `Chain: ${chainId}`,
    `Valid until: ${new Date(expiresAt * 1000).toISOString()}`,
    `Key of this browser: ${key}`,
  ].join('\n')
}
