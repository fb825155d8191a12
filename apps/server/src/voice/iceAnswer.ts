import type { IceAnswer } from '@parley/protocol'
import { turnCredential } from './turnCredential.ts'
import type { VoiceConfig } from './VoiceConfig.ts'

/** Without a relay there are no credentials to run out; the answer may be kept for an hour. */
const stunOnlyTtlS = 3_600

/** ICE servers for two browsers, with relay credentials bound to the requesting network. */
export function iceAnswer(
  { stunUrls, turn }: Pick<VoiceConfig, 'stunUrls' | 'turn'>,
  network: string,
  nowMs = Date.now(),
): IceAnswer {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (turn === null) return { success: true, iceServers: stun, relay: false, ttlS: stunOnlyTtlS }
  const relay = { urls: [...turn.urls], ...turnCredential(turn, network, nowMs) }
  return { success: true, iceServers: [...stun, relay], relay: true, ttlS: turn.ttlS }
}
