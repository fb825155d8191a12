import type { Address } from '@parley/domain'
import { joinAnswerSchema, voiceNamespace, type JoinAnswer, type VoiceNoticeName } from '@parley/protocol'
import { io, type Socket } from 'socket.io-client'

/** Longer than that is a hang, on a machine of any speed. */
const waitMs = 240_000
const lookEveryMs = 10

export interface Heard {
  readonly event: string
  readonly payload: Record<string, unknown>
}

/** A client of the voice rooms without a browser. It sends what a test says, and records what it receives. */
export class VoiceGuest {
  readonly socket: Socket
  readonly heard: Heard[] = []

  private constructor(socket: Socket) {
    this.socket = socket
    socket.onAny((event: string, payload: Record<string, unknown>) => this.heard.push({ event, payload }))
  }

  static async arrive(url: string, headers: Record<string, string> = {}): Promise<VoiceGuest> {
    const guest = VoiceGuest.knock(url, headers)
    await new Promise<void>((resolve, reject) => {
      guest.socket.once('connect', resolve)
      guest.socket.once('connect_error', reject)
    })
    return guest
  }

  /** Opens a connection without waiting for what becomes of it. */
  static knock(url: string, headers: Record<string, string> = {}): VoiceGuest {
    const { origin } = new URL(url)
    const extraHeaders = { origin, ...headers }
    const socket = io(origin + voiceNamespace, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: waitMs,
      extraHeaders,
    })
    return new VoiceGuest(socket)
  }

  get id(): string {
    return this.socket.id ?? ''
  }

  /** Asks for a seat. `as`: the wallet whose session the connection began with. */
  join(roomId: string, who: { name?: string; as?: Address } = {}): Promise<JoinAnswer> {
    return this.joinWith({ roomId, ...who })
  }

  async joinWith(payload: unknown): Promise<JoinAnswer> {
    return joinAnswerSchema.parse(await this.socket.timeout(waitMs).emitWithAck('join-room', payload))
  }

  said(event: VoiceNoticeName): Record<string, unknown>[] {
    return this.heard.filter((one) => one.event === event).map(({ payload }) => payload)
  }

  /** Waits until this many of an event arrived. */
  async hears(event: VoiceNoticeName, count = 1): Promise<Record<string, unknown>[]> {
    await this.until(() => this.said(event).length >= count)
    return this.said(event)
  }

  /** Waits until the server has dealt with all that was sent before. */
  async settled(): Promise<void> {
    await this.joinWith({ roomId: 'no such room' })
  }

  async gone(): Promise<void> {
    await this.until(() => this.socket.disconnected)
  }

  leave(): void {
    this.socket.disconnect()
  }

  private async until(seen: () => boolean): Promise<void> {
    const deadlineMs = performance.now() + waitMs
    while (!seen()) {
      if (performance.now() > deadlineMs) throw new Error(`it did not come to pass within ${waitMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }
}
