import {
  type BridgeState,
  joinAnswerSchema,
  voiceNamespace,
  voiceNoticeSchema,
  type VoiceNotice,
} from '@parley/protocol'
import { offerOfVoice } from '@parley/testkit'
import { io, type Socket } from 'socket.io-client'
import { pause } from './Crowd.ts'
import type { Site } from './Visitor.ts'

const joinTimeoutMs = 30_000
const rejoinMs = 2_000
const speakEveryMs = 5_000
const openAgainMs = 1_000
/** How many others hear a person at a time. */
const spokenTo = 3

/** A person in an open room, without a browser. Their lines to Janus carry nothing. */
export class Voice {
  readonly room: string
  readonly #site: Site
  readonly #signal: AbortSignal
  readonly #socket: Socket
  readonly #peers = new Set<string>()
  #isSeated = false
  #heardMs = 0
  /** Where the room is, by what was said last. `off`: from browser to browser. */
  #way: Exclude<BridgeState, 'failed'> = 'off'
  #told: BridgeState[] = []
  #departures = 0
  #leg = 0
  /** Of the newest leg. */
  #line = { isUp: false, isDown: false, answeredMs: 0 }

  constructor(site: Site, room: string, signal: AbortSignal) {
    this.room = room
    this.#site = site
    this.#signal = signal
    this.#socket = io(site.origin + voiceNamespace, {
      transports: ['websocket'],
      forceNew: true,
      ca: site.authority,
      extraHeaders: { origin: site.origin },
      reconnectionDelay: rejoinMs,
      reconnectionDelayMax: 2 * rejoinMs,
    })
    this.#socket.on('connect', () => void this.#join())
    this.#socket.on('disconnect', () => {
      this.#peers.clear()
      this.#isSeated = false
      this.#way = 'off'
      this.#forgetLine()
      this.#departures += 1
    })
    this.#socket.onAny((event: string, payload: unknown) => {
      const notice = voiceNoticeSchema.safeParse({ event, payload })
      if (notice.success) this.#take(notice.data)
      else this.#site.ledger.fault('wrong', `in voice came ${event}: ${JSON.stringify(payload)}`)
    })
    void this.#speak()
    signal.addEventListener('abort', () => this.#socket.disconnect(), { once: true })
  }

  get isSeated(): boolean {
    return this.#isSeated
  }

  get way(): Exclude<BridgeState, 'failed'> {
    return this.#way
  }

  /** Whether another person's word came since. */
  hasHeardSince(ms: number): boolean {
    return this.#heardMs > ms
  }

  /** Whether Janus has both lines, and has answered on them since. */
  isCarriedSince(ms: number): boolean {
    return this.#way === 'on' && this.#line.isUp && this.#line.isDown && this.#line.answeredMs > ms
  }

  /** Begins to remember what is said of the room, and who leaves it. */
  listen(): void {
    this.#told = []
    this.#departures = 0
  }

  /** States that came since. `departures`: of others, and of its own seat. */
  heard(): { readonly told: readonly BridgeState[]; readonly departures: number } {
    return { told: this.#told, departures: this.#departures }
  }

  async #join(): Promise<void> {
    while (!this.#signal.aborted && this.#socket.connected && !this.#isSeated) {
      const answer = await this.#socket
        .timeout(joinTimeoutMs)
        .emitWithAck('join-room', { roomId: this.room })
        .catch(() => null)
      const parsed = joinAnswerSchema.safeParse(answer)
      this.#isSeated = parsed.success && parsed.data.ok
      if (this.#isSeated) this.#site.ledger.count('talking', 'answered')
      else if (parsed.success) this.#site.ledger.count('talking', 'refused', `seat ${JSON.stringify(answer)}`)
      else this.#site.ledger.count('talking', 'cut', 'seat without an answer')
      if (!this.#isSeated) await pause(rejoinMs, this.#signal)
    }
  }

  #take({ event, payload }: VoiceNotice): void {
    if ('leg' in payload && payload.leg !== undefined && payload.leg !== this.#leg) return
    switch (event) {
      case 'connect-peer':
        this.#peers.add(payload.peerId)
        if (this.#way === 'off') this.#socket.emit('offer', { to: payload.peerId, sdp: 'v=0' })
        return
      case 'offer':
      case 'bridge-heard':
        this.#peers.add(payload.from)
        this.#heardMs = performance.now()
        return
      case 'ice-candidate':
        this.#heardMs = performance.now()
        return
      case 'peer-left':
        this.#peers.delete(payload.peerId)
        this.#departures += 1
        return
      case 'bridge':
        if (payload.joined) this.#peers.add(payload.joined.peerId)
        return this.#turn(payload.state)
      case 'bridge-up':
        this.#line.isUp = true
        return
      case 'bridge-down':
        this.#line.isDown = true
        return this.#askJanus()
      case 'bridge-slot':
        this.#line.answeredMs = performance.now()
        return
      case 'answer':
      case 'bridge-peer':
      case 'bridge-talks':
      case 'room-full':
    }
  }

  #turn(state: BridgeState): void {
    this.#told.push(state)
    if (state === 'failed') {
      this.#forgetLine()
      void pause(openAgainMs, this.#signal).then(() => this.#way === 'on' && this.#open())
      return
    }
    const before = this.#way
    this.#way = state
    if (state === 'on' && before !== 'on') this.#open()
    else if (state !== 'on') this.#forgetLine()
    if (state === 'off') this.#socket.emit('bridge-close', {})
  }

  #open(): void {
    this.#forgetLine()
    this.#leg += 1
    this.#socket.emit('bridge-open', { leg: this.#leg, sdp: offerOfVoice() })
  }

  #forgetLine(): void {
    this.#line = { isUp: false, isDown: false, answeredMs: 0 }
  }

  /** Leaves a slot as it is. The server says so once Janus has. */
  #askJanus(): void {
    if (this.#line.isDown) this.#socket.emit('bridge-hear', { leg: this.#leg, slot: 0, peerId: null })
  }

  async #speak(): Promise<void> {
    while (!this.#signal.aborted) {
      await pause(speakEveryMs * (0.5 + Math.random()), this.#signal)
      const peers = [...this.#peers]
      const first = Math.floor(Math.random() * peers.length)
      for (const to of [...peers.slice(first), ...peers.slice(0, first)].slice(0, spokenTo))
        if (this.#way === 'off') this.#socket.emit('ice-candidate', { to, candidate: { candidate: '' } })
        else this.#socket.emit('bridge-heard', { to })
      this.#askJanus()
    }
  }
}
