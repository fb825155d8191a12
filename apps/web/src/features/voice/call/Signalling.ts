import {
  joinAnswerSchema,
  voiceNamespace,
  voiceNoticeSchema,
  type JoinAnswer,
  type VoiceNotice,
  type VoiceNoticeEvents,
  type VoiceRequestEvents,
} from '@parley/protocol'
import { io, type Socket } from 'socket.io-client'

const reconnectMs = { first: 1_000, most: 5_000 }
const connectTimeoutMs = 20_000
const answerTimeoutMs = 15_000

export interface SignallingEars {
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

  get isUp(): boolean {
    return this.socket.connected
  }

  /** The id that the server gave this connection. Another comes with each new one. @throws where there is none. */
  get peerId(): string {
    const { id } = this.socket
    if (id === undefined) throw new Error('the line to the server is down')
    return id
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
