import { voiceProofLifeS, voiceProofMessage, type VoiceGrant } from '@parley/protocol'
import { stringToHex } from 'viem/utils'
import { useSession } from '../../services/Session.ts'
import { currentWallet } from '../../services/walletConnection.ts'
import { VoiceProblem } from './call/VoiceProblem.ts'

/** Asks the wallet to let a key of this browser sit in a room as its owner: a text, no transaction. @throws {VoiceProblem} */
export function useVoiceProof(): (roomId: string, key: string) => Promise<VoiceGrant> {
  const { wagmi, config } = useSession()
  return async (roomId, key) => {
    const wallet = await currentWallet(wagmi)
    if (!wallet) throw new VoiceProblem('not-signed')
    const { address } = wallet
    const expiresAt = Math.floor(Date.now() / 1000) + voiceProofLifeS
    const { host } = window.location
    const message = voiceProofMessage({ address, roomId, host, chainId: config.chainId, expiresAt, key })
    const signature = await wallet.provider
      .request({ method: 'personal_sign', params: [stringToHex(message), address] })
      .catch((error: unknown) => {
        throw new VoiceProblem('not-signed', error)
      })
    return { address, expiresAt, key, signature: `0x${String(signature).slice(2)}` }
  }
}
