import {
  type JoinAnswer,
  joinAnswerSchema,
  voiceNamespace,
  type VoiceNotice,
  type VoiceNoticeEvents,
  voiceNoticeSchema,
  type VoiceRequestEvents,
} from '@parley/protocol'
import type { Address } from '@parley/domain'
import { io, type Socket } from 'socket.io-client'
import type { LinkMail } from './Link.ts'
import { VoiceProblem } from './CallState.ts'

const reconnectMs = { first: 1_000, most: 5_000 }
const connectTimeoutMs = 20_000
const answerTimeoutMs = 15_000

interface SignallingEars {
  /** The line to the server is there, for the first time or again. */
  onUp(): void
  /** It broke. `final` where the server ended it: another page has taken over. */
  onDown(final: boolean): void
  /** It could not be opened; it is tried again. */
  onFailed(): void
  /** All notices except the redirect to another room, which only the join request handles. */
  onNotice(notice: Exclude<VoiceNotice, { event: 'room-full' }>): void
}

/** The connection to the server's voice rooms. Incoming messages that don't match their schema are dropped. */
export class Signalling {
  private readonly socket: Socket<VoiceNoticeEvents, VoiceRequestEvents>
  private lead: string | null = null

  constructor(ears: SignallingEars) {
    this.socket = io(voiceNamespace, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: reconnectMs.first,
      reconnectionDelayMax: reconnectMs.most,
      timeout: connectTimeoutMs,
    })
    this.socket.on('connect', () => ears.onUp())
    this.socket.on('connect_error', () => ears.onFailed())
    this.socket.on('disconnect', (reason) => ears.onDown(reason === 'io server disconnect'))
    this.socket.onAny((event: string, payload: unknown) => {
      const notice = voiceNoticeSchema.safeParse({ event, payload })
      if (!notice.success) return
      if (notice.data.event === 'room-full') this.lead = notice.data.payload.next
      else ears.onNotice(notice.data)
    })
  }

  /** Opens it again after the server ended it. */
  open(): void {
    this.socket.connect()
  }

  /** Another line, with the cookies that the browser has now. */
  reopen(): void {
    this.socket.disconnect().connect()
  }

  get isUp(): boolean {
    return this.socket.connected
  }

  async join(request: Parameters<VoiceRequestEvents['join-room']>[0]): Promise<JoinAnswer> {
    return joinAnswerSchema.parse(await this.socket.timeout(answerTimeoutMs).emitWithAck('join-room', request))
  }

  /** Where the server last led us, which it says before it refuses a seat; once. */
  takeLead(): string | null {
    const { lead } = this
    this.lead = null
    return lead
  }

  /**
   * Sends a message if connected. Messages to a peer on a broken connection would be useless later, so they are
   * dropped.
   */
  say<E extends Exclude<keyof VoiceRequestEvents, 'join-room'>>(
    event: E,
    ...payload: Parameters<VoiceRequestEvents[E]>
  ): void {
    if (this.socket.connected) this.socket.emit(event, ...payload)
  }

  close(): void {
    this.socket.disconnect()
  }
}

/** These pass: the server is busy, or starting, or has heard too much from here. */
const passing: ReadonlySet<string> = new Set(['too-fast', 'unavailable'])
const retryMs = 2_000
const maxRetries = 15
/** There are no more rooms of a name than this. */
const maxRooms = 50

/** What one says of oneself when one asks for a seat. */
export interface Claim {
  readonly name?: string
  /** The signed-in wallet. */
  readonly as?: Address
}

interface SeatWish {
  readonly roomId: string
  readonly claim: Claim
  /** False once the call was left. */
  readonly wanted: () => boolean
}

/** Asks for a seat until it gets one: in the next room if one is full, again after a server fault. */
export async function seatOf(
  signalling: Signalling,
  { roomId, claim, wanted }: SeatWish,
): Promise<Extract<JoinAnswer, { ok: true }> | null> {
  let room = roomId
  let retries = 0
  for (let rooms = 0; rooms < maxRooms && wanted();) {
    const answer = await signalling.join({ roomId: room, ...claim })
    if (answer.ok) return answer
    const lead = signalling.takeLead()
    if (answer.refusal === 'full' && lead !== null) {
      room = lead
      rooms += 1
    } else if (passing.has(answer.refusal) && retries < maxRetries) {
      retries += 1
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    } else throw new VoiceProblem(answer.refusal)
  }
  return null
}

/** What a link says to one person, by way of whatever line to the server there is at that moment. */
export function mailTo(peerId: string, line: () => Signalling | null): LinkMail {
  return {
    offer: (sdp) => line()?.say('offer', { to: peerId, sdp }),
    answer: (sdp) => line()?.say('answer', { to: peerId, sdp }),
    candidate: (candidate) => line()?.say('ice-candidate', { to: peerId, candidate }),
  }
}
