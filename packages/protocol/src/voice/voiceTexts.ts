import { product, type Address } from '@parley/domain'

// Apart from the schemas in voiceProof.ts: the page loads these long before it loads what reads messages.

/** How long a proof opens its room: the length of a talk, so that a line that breaks is mended without asking the wallet again. */
export const voiceProofLifeS = 2 * 60 * 60
/** Clocks differ: a proof may be this much younger than the server's time. */
export const voiceClockSkewS = 5 * 60

export interface VoiceProofTerms {
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
