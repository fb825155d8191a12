import type { IceAnswer } from '@parley/protocol'
import { createHmac } from 'node:crypto'
import type { TurnConfig, VoiceConfig } from '../config/serverConfig.ts'

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

/** A user of coturn for a while: the name says until when, the credential is the secret's word for it. */
interface TurnCredential {
  readonly username: string
  readonly credential: string
}

const hourS = 3_600

/**
 * Credentials for coturn's `use-auth-secret`: `<unix expiry>:<id>`, and base64 of its HMAC-SHA1. The id stands for a
 * network and an hour, so that coturn's `user-quota` counts per network. It reveals nothing without the secret.
 */
function turnCredential(
  { secret, ttlS }: Pick<TurnConfig, 'secret' | 'ttlS'>,
  network: string,
  nowMs: number,
): TurnCredential {
  const hour = Math.floor(nowMs / 1000 / hourS)
  const id = createHmac('sha256', secret).update(`${hour} ${network}`).digest('base64url').slice(0, 16)
  // From the end of the hour on: equal for all that are asked for within it.
  const username = `${(hour + 1) * hourS + ttlS}:${id}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
