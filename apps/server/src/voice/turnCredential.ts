import { createHmac } from 'node:crypto'
import type { TurnConfig } from './VoiceConfig.ts'

/** A user of coturn for a while: the name says until when, the credential is the secret's word for it. */
export interface TurnCredential {
  readonly username: string
  readonly credential: string
}

const hourS = 3_600

/**
 * Credentials for coturn's `use-auth-secret`: `<unix expiry>:<id>`, and base64 of its HMAC-SHA1. The id stands for a
 * network and an hour, so that coturn's `user-quota` counts per network. It reveals nothing without the secret.
 */
export function turnCredential(
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
