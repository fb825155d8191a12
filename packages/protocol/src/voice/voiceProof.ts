import { product, type Address } from '@parley/domain'
import { z } from '../zod.ts'
import { addressSchema } from '../primitives.ts'

/** How long a proof opens its room: the length of a talk, so that a line that breaks is mended without asking the wallet again. */
export const voiceProofLifeS = 2 * 60 * 60
/** Clocks of people differ: a proof may be so much younger than the server's own time. */
export const voiceClockSkewS = 5 * 60

/** A wallet's word that it is an address, for one room of one site, for a while. */
export const voiceProofSchema = z.object({
  address: addressSchema,
  /** Unix seconds. */
  expiresAt: z.int().check(z.positive()),
  /** Over {@link voiceProofMessage} (EIP-191). Contract wallets sign longer than others (ERC-1271). */
  signature: z.pipe(
    z.string().check(z.maxLength(4_098), z.regex(/^0x([0-9a-fA-F]{2})+$/, 'not hex')),
    z.transform((text: string): `0x${string}` => `0x${text.slice(2)}`),
  ),
})
export type VoiceProof = z.output<typeof voiceProofSchema>

export interface VoiceProofTerms {
  readonly address: Address
  readonly roomId: string
  /** Host and port of the site that asks: a proof given to another site opens nothing here. */
  readonly host: string
  readonly chainId: number
  readonly expiresAt: number
}

/** The text that the wallet shows and signs. */
export function voiceProofMessage({ address, roomId, host, chainId, expiresAt }: VoiceProofTerms): string {
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
  ].join('\n')
}
