import { voiceProofLifeS, voiceProofMessage, type VoiceProof } from '@parley/protocol'
import { stringToHex } from 'viem/utils'
import { useSession } from '../../session/Session.ts'
import { currentWallet } from '../../session/walletConnection.ts'
import { VoiceProblem } from './call/VoiceProblem.ts'

/** Asks the wallet to sign that one sits in a room as its owner: a text, no transaction. @throws {VoiceProblem} */
export function useVoiceProof(): (roomId: string) => Promise<VoiceProof> {
  const { wagmi, config } = useSession()
  return async (roomId) => {
    const wallet = await currentWallet(wagmi)
    if (!wallet) throw new VoiceProblem('not-signed')
    const { address } = wallet
    const expiresAt = Math.floor(Date.now() / 1000) + voiceProofLifeS
    const { host } = window.location
    const message = voiceProofMessage({ address, roomId, host, chainId: config.chainId, expiresAt })
    const signature = await wallet.provider
      .request({ method: 'personal_sign', params: [stringToHex(message), address] })
      .catch((error: unknown) => {
        throw new VoiceProblem('not-signed', error)
      })
    return { address, expiresAt, signature: `0x${String(signature).slice(2)}` }
  }
}
