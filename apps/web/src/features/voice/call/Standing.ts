import { voiceNameSchema, type VoiceProof } from '@parley/protocol'
import { isPrivateRoom } from '../isPrivateRoom.ts'
import { keepHabits, readHabits } from './remembered.ts'
import type { Ticket } from './Ticket.ts'

/** What one says of oneself when one asks for a seat. */
export interface Claim {
  readonly name?: string
  readonly proof?: VoiceProof
}

/** Who one is in a room: the owner of a wallet that signed, or whoever one says. */
export class Standing {
  private kept: VoiceProof | null = null
  private roomId = ''

  /** Begins with what is known from before the page was loaded again. */
  begin({ roomId, proof }: Ticket): void {
    this.roomId = roomId
    this.kept = proof ?? null
  }

  /** The signature, while it holds. */
  get proof(): VoiceProof | null {
    return this.kept !== null && this.kept.expiresAt > Date.now() / 1000 ? this.kept : null
  }

  /** Asks the wallet where the room opens only to a signature, or one wants to be seen by one's address. @throws {VoiceProblem} */
  async prove(prove: Ticket['prove']): Promise<void> {
    if (prove && this.isByAddress && this.proof === null) this.kept = await prove(this.roomId)
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

  /** In private a signature that has run out is sent all the same: the server's answer says so. Elsewhere one is called by a name again. */
  claim(): Claim {
    const proof = isPrivateRoom(this.roomId) ? this.kept : this.isByAddress ? this.proof : null
    if (proof) return { proof }
    const name = voiceNameSchema.safeParse(readHabits().name)
    return name.success ? { name: name.data } : {}
  }

  private get isByAddress(): boolean {
    return isPrivateRoom(this.roomId) || readHabits().byAddress
  }
}
