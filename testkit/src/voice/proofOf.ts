import { voiceProofMessage, type VoiceProof } from '@parley/protocol'
import { wallets } from '../wallets.ts'

export interface ProofTerms {
  readonly roomId: string
  /** Where the page is that asks. */
  readonly url: string
  /** Unix seconds; an hour from now where nothing is said. */
  readonly expiresAt?: number
  readonly chainId?: number
}

/** What a wallet signs to enter a private room. */
export async function proofOf(person: 'alice' | 'bob' | 'carol', terms: ProofTerms): Promise<VoiceProof> {
  const { account } = wallets[person]
  const expiresAt = terms.expiresAt ?? Math.floor(Date.now() / 1000) + 3_600
  const { roomId, chainId = 43114 } = terms
  const { address } = account
  const message = voiceProofMessage({ address, roomId, host: new URL(terms.url).host, chainId, expiresAt })
  return { address, expiresAt, signature: await account.signMessage({ message }) }
}
