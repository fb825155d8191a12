import { createHmac, randomBytes } from 'node:crypto'

/** A user of coturn for a while: the name says until when, the credential is the secret's word for it. */
export interface TurnCredential {
  readonly username: string
  readonly credential: string
}

/** Credentials as coturn's `use-auth-secret` expects them: `<unix expiry>:<id>` and base64 of its HMAC-SHA1. The id is random: it says nothing of anybody. */
export function turnCredential(secret: string, expiresAtS: number): TurnCredential {
  const username = `${expiresAtS}:${randomBytes(9).toString('base64url')}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
