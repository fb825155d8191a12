import { webcrypto } from 'node:crypto'
import { ChainFailureError, isSignedBy } from '@parley/chain'
import { sameAddress, type Address, type OfferId } from '@parley/domain'
import {
  voiceClockSkewS,
  voiceKeyAlgorithm,
  voiceKeyMessage,
  voiceProofLifeS,
  voiceProofMessage,
  type JoinRefusal,
  type VoiceProof,
  type VoiceRoom,
} from '@parley/protocol'
import type { PublicClient } from 'viem'
import type { Site } from '../http/site.ts'

/** The two who may talk in the private room of an offer. */
export type PartiesOf = (offerId: OfferId) => Promise<readonly [Address, Address] | null>

export interface ProofCheck {
  readonly chain: PublicClient
  readonly chainId: number
  readonly site: Pick<Site, 'hosts'>
  readonly partiesOf: PartiesOf
}

export interface Claim {
  readonly room: VoiceRoom
  readonly roomId: string
  /** The id that the server gave the connection which asks. */
  readonly peerId: string
  readonly proof: VoiceProof | undefined
}

/**
 * The wallet proven by a claim, null for a guest of an open room, or the reason for refusal. Cheap checks come first.
 */
export async function checkProof(
  { chain, chainId, site, partiesOf }: ProofCheck,
  { room, roomId, peerId, proof }: Claim,
): Promise<{ readonly address: Address | null } | { readonly refusal: JoinRefusal }> {
  if (proof === undefined) return room.kind === 'open' ? { address: null } : { refusal: 'proof-needed' }
  const { address, expiresAt, key, signature } = proof
  const nowS = Math.floor(Date.now() / 1000)
  if (expiresAt <= nowS) return { refusal: 'proof-expired' }
  if (expiresAt > nowS + voiceProofLifeS + voiceClockSkewS) return { refusal: 'proof-wrong' }
  const host = await hostOf(proof, peerId, site.hosts)
  if (host === null) return { refusal: 'proof-wrong' }
  if (room.kind === 'offer') {
    const parties = await partiesOf(room.offerId)
    if (parties === null) return { refusal: 'no-such-offer' }
    if (!parties.some((party) => sameAddress(party, address))) return { refusal: 'not-a-party' }
  }
  // One proof serves for an open room and all that are led on to, which bear its name and a number.
  const proven = room.kind === 'open' ? room.name : roomId
  const message = voiceProofMessage({ address, roomId: proven, host, chainId, expiresAt, key })
  try {
    return (await isSignedBy(chain, { address, message, signature })) ? { address } : { refusal: 'proof-wrong' }
  } catch (error) {
    if (error instanceof ChainFailureError) return { refusal: 'unavailable' }
    throw error
  }
}

/** The host of this site for which the browser's key signed this connection's id, or null. */
async function hostOf({ key, keySignature }: VoiceProof, peerId: string, hosts: readonly string[]) {
  const publicKey = await webcrypto.subtle
    .importKey('raw', Buffer.from(key, 'base64url'), voiceKeyAlgorithm, false, ['verify'])
    .catch(() => null) // Not a point of the curve.
  if (publicKey === null) return null
  for (const host of hosts) {
    const message = Buffer.from(voiceKeyMessage({ host, peerId }))
    const signature = Buffer.from(keySignature, 'base64url')
    if (await webcrypto.subtle.verify(voiceKeyAlgorithm, publicKey, signature, message)) return host
  }
  return null
}
