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
  onNotice(notice: VoiceNotice): void
}

/** The line to the server's voice rooms. What comes in is checked against its schema; what does not fit is forgotten. */
export class Signalling {
  private readonly socket: Socket<VoiceNoticeEvents, VoiceRequestEvents>

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
      if (notice.success) ears.onNotice(notice.data)
    })
  }

  async join(request: Parameters<VoiceRequestEvents['join-room']>[0]): Promise<JoinAnswer> {
    return joinAnswerSchema.parse(await this.socket.timeout(answerTimeoutMs).emitWithAck('join-room', request))
  }

  /** Says something while the line is there; what was to be said to somebody on a line that broke is of no use later. */
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
