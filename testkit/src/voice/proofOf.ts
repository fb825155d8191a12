import { webcrypto } from 'node:crypto'
import {
  voiceKeyAlgorithm,
  voiceKeyMessage,
  voiceProofMessage,
  type VoiceGrant,
  type VoiceProof,
} from '@parley/protocol'
import { wallets } from '../wallets.ts'

export interface ProofTerms {
  readonly roomId: string
  /** Where the page is that asks. */
  readonly url: string
  /** Unix seconds; an hour from now where nothing is said. */
  readonly expiresAt?: number
  readonly chainId?: number
}

/** A wallet's signature and the browser key that it approved. Each connection derives its own proof from it. */
export interface KeyedGrant extends VoiceGrant {
  readonly privateKey: webcrypto.CryptoKey
}

/** What a wallet signs to enter a private room. */
export async function proofOf(person: 'alice' | 'bob' | 'carol', terms: ProofTerms): Promise<KeyedGrant> {
  const { account } = wallets[person]
  const expiresAt = terms.expiresAt ?? Math.floor(Date.now() / 1000) + 3_600
  const { roomId, chainId = 43114 } = terms
  const { address } = account
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(voiceKeyAlgorithm, false, ['sign'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', publicKey)).toString('base64url')
  const { host } = new URL(terms.url)
  const message = voiceProofMessage({ address, roomId, host, chainId, expiresAt, key })
  return { address, expiresAt, key, privateKey, signature: await account.signMessage({ message }) }
}

/** The proof for one connection of a site. */
export async function provenTo(
  { privateKey, ...grant }: KeyedGrant,
  connection: Parameters<typeof voiceKeyMessage>[0],
): Promise<VoiceProof> {
  const message = Buffer.from(voiceKeyMessage(connection))
  const signature = await webcrypto.subtle.sign(voiceKeyAlgorithm, privateKey, message)
  return { ...grant, keySignature: Buffer.from(signature).toString('base64url') }
}
