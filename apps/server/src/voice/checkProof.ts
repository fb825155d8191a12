import { ChainFailureError, isSignedBy } from '@parley/chain'
import { sameAddress, type Address, type OfferId } from '@parley/domain'
import {
  voiceClockSkewS,
  voiceProofLifeS,
  voiceProofMessage,
  type JoinRefusal,
  type VoiceProof,
  type VoiceRoom,
} from '@parley/protocol'
import type { PublicClient } from 'viem'

/** The two who may talk in the private room of an offer. */
export type PartiesOf = (offerId: OfferId) => Promise<readonly [Address, Address] | null>

export interface ProofCheck {
  readonly chain: PublicClient
  readonly chainId: number
  readonly partiesOf: PartiesOf
}

export interface Claim {
  readonly room: VoiceRoom
  readonly roomId: string
  /** Host of the page that asks. */
  readonly host: string
  readonly proof: VoiceProof | undefined
}

/** Whose wallet stands behind a claim, null for nobody's in an open room; or why it is not let in. What is cheap is looked at first. */
export async function checkProof(
  { chain, chainId, partiesOf }: ProofCheck,
  { room, roomId, host, proof }: Claim,
): Promise<{ readonly address: Address | null } | { readonly refusal: JoinRefusal }> {
  if (proof === undefined) return room.kind === 'open' ? { address: null } : { refusal: 'proof-needed' }
  const { address, expiresAt, signature } = proof
  const nowS = Math.floor(Date.now() / 1000)
  if (expiresAt <= nowS) return { refusal: 'proof-expired' }
  if (expiresAt > nowS + voiceProofLifeS + voiceClockSkewS) return { refusal: 'proof-wrong' }
  if (room.kind === 'offer') {
    const parties = await partiesOf(room.offerId)
    if (parties === null) return { refusal: 'no-such-offer' }
    if (!parties.some((party) => sameAddress(party, address))) return { refusal: 'not-a-party' }
  }
  // One proof serves for an open room and all that are led on to, which bear its name and a number.
  const proven = room.kind === 'open' ? room.name : roomId
  const message = voiceProofMessage({ address, roomId: proven, host, chainId, expiresAt })
  try {
    return (await isSignedBy(chain, { address, message, signature })) ? { address } : { refusal: 'proof-wrong' }
  } catch (error) {
    if (error instanceof ChainFailureError) return { refusal: 'unavailable' }
    throw error
  }
}
