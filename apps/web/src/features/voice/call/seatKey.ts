import { product } from '@parley/domain'
import { voiceKeyAlgorithm } from '@parley/protocol'
import { get, set } from 'idb-keyval'
import { VoiceProblem } from './VoiceProblem.ts'

/** A key of this browser that a wallet can let speak for it. Its private half is of use here and can be read by no script. */
export interface SeatKey {
  /** The public half, by which the wallet names it. */
  readonly key: string
  readonly privateKey: CryptoKey
}

const storedUnder = `${product.slug}-voice-key`

/** @throws {VoiceProblem} on plain http, where a page has neither keys nor a microphone. */
export async function makeSeatKey(): Promise<SeatKey> {
  if (!window.isSecureContext) throw new VoiceProblem('insecure')
  const { publicKey, privateKey } = await crypto.subtle.generateKey(voiceKeyAlgorithm, false, ['sign'])
  return { key: base64url(await crypto.subtle.exportKey('raw', publicKey)), privateKey }
}

export async function signWith({ privateKey }: SeatKey, text: string): Promise<string> {
  return base64url(await crypto.subtle.sign(voiceKeyAlgorithm, privateKey, new TextEncoder().encode(text)))
}

/** Keeps the key for a reload. There is one slot, since a browser has one call at a time. */
export async function keepSeatKey(seatKey: SeatKey): Promise<void> {
  await set(storedUnder, seatKey).catch(() => undefined) // Storage may be forbidden: then the wallet is asked again.
}

/** @returns null where this browser has another key now, or none. */
export async function readSeatKey(key: string): Promise<SeatKey | null> {
  try {
    const kept = await get<Partial<SeatKey>>(storedUnder)
    return kept?.key === key && kept.privateKey instanceof CryptoKey ? { key, privateKey: kept.privateKey } : null
  } catch {
    return null
  }
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
