import { voiceKeyMessage, voiceNameSchema, type VoiceGrant, type VoiceProof, voiceKeyAlgorithm } from '@parley/protocol'
import { isPrivateRoom } from '../voiceNames.ts'
import { keepHabits, readHabits } from './remembered.ts'
import { type Ticket, VoiceProblem } from './CallState.ts'
import { product } from '@parley/domain'
import { get, set } from 'idb-keyval'

/** What one says of oneself when one asks for a seat. */
export interface Claim {
  readonly name?: string
  readonly proof?: VoiceProof
}

/** The user's identity in a room: the owner of a wallet that signed, or a typed name. */
export class Identity {
  private kept: VoiceGrant | null = null
  private seatKey: SeatKey | null = null
  private roomId = ''

  /** Begins with what is known from before the page was loaded again. */
  begin({ roomId, grant }: Ticket): void {
    this.roomId = roomId
    this.kept = grant ?? null
    this.seatKey = null
  }

  /** What the wallet signed, while it holds. */
  get grant(): VoiceGrant | null {
    return this.kept !== null && this.kept.expiresAt > Date.now() / 1000 ? this.kept : null
  }

  /** Asks the wallet where the room opens only to a signature, or one wants to be seen by one's address. @throws {VoiceProblem} */
  async prove(prove: Ticket['prove']): Promise<void> {
    if (!prove || !this.isByAddress || this.grant !== null) return
    const seatKey = await makeSeatKey()
    this.kept = await prove(this.roomId, seatKey.key)
    this.seatKey = seatKey
    await keepSeatKey(seatKey)
  }

  /** Keeps what was chosen, and asks the wallet where it has to sign for that now. One that would not leaves things as they were. @throws {VoiceProblem} */
  async setByAddress(byAddress: boolean, prove: Ticket['prove']): Promise<void> {
    keepHabits({ byAddress })
    try {
      await this.prove(prove)
    } catch (error) {
      keepHabits({ byAddress: false })
      throw error
    }
  }

  /**
   * In private rooms an expired signature is sent anyway, so that the server's answer reports it. Elsewhere the typed
   * name is used again.
   */
  async claim(peerId: string): Promise<Claim> {
    const grant = isPrivateRoom(this.roomId) ? this.kept : this.isByAddress ? this.grant : null
    const proof = grant && (await this.proofFor(grant, peerId))
    if (proof) return { proof }
    const name = voiceNameSchema.safeParse(readHabits().name)
    return name.success ? { name: name.data } : {}
  }

  /** Null if the key that the wallet approved is gone: after a reload with storage blocked. */
  private async proofFor(grant: VoiceGrant, peerId: string): Promise<VoiceProof | null> {
    this.seatKey ??= await readSeatKey(grant.key)
    if (!this.seatKey) return null
    const { host } = window.location
    return { ...grant, keySignature: await signWith(this.seatKey, voiceKeyMessage({ host, peerId })) }
  }

  private get isByAddress(): boolean {
    return isPrivateRoom(this.roomId) || readHabits().byAddress
  }
}

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

/** One certificate for all connections of a call, so that others recognise us after a reconnect. */
export function makeCertificate(): Promise<RTCCertificate> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  return RTCPeerConnection.generateCertificate(curve)
}
