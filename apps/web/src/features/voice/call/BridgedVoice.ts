import type { VoiceRequestEvents } from '@parley/protocol'
import type { LineState } from './CallState.ts'
import type { Line } from './Line.ts'

export type Say = <E extends Exclude<keyof VoiceRequestEvents, 'join-room'>>(
  event: E,
  ...payload: Parameters<VoiceRequestEvents[E]>
) => void

export interface VoiceEars {
  /** Whether there is a connection to this person as well, which both ends still need. */
  readonly isDirect: boolean
  onChange(): void
  /** Where the voice comes from now; null where none does. */
  onTrack(track: MediaStreamTrack | null): void
}

/** What carries it. */
export interface Carrier {
  readonly isConnected: boolean
  readonly say: Say
  isSpeaking(voice: BridgedVoice, nowMs: number): boolean
  receiverOf(voice: BridgedVoice): RTCRtpReceiver | null
  refuse(peerId: string): void
  release(voice: BridgedVoice): void
}

/** One who should have heard us by then has a fault of their own. */
const heardPatienceMs = 5_000

/** A person's voice by way of Janus. */
export class BridgedVoice implements Line {
  readonly peerId: string
  private readonly ears: VoiceEars
  private readonly bridge: Carrier
  private key: string | null = null
  private there = false
  private wasThere = false
  private heardAtMs: number | null = null
  private isHeardThere = false
  private track: MediaStreamTrack | null = null
  private said: LineState = 'connecting'
  talks = false
  talkedAtMs = 0

  constructor(peerId: string, ears: VoiceEars, bridge: Carrier) {
    this.peerId = peerId
    this.ears = ears
    this.bridge = bridge
  }

  get isThere(): boolean {
    return this.there
  }

  /** Whether a direct line waits for it to be heard. */
  get isNeeded(): boolean {
    return this.ears.isDirect && this.heardAtMs === null
  }

  get fingerprint(): string | null {
    return this.key
  }

  get state(): LineState {
    return this.said
  }

  get alive(): boolean {
    return this.there && this.bridge.isConnected
  }

  level(): number {
    return this.bridge.isSpeaking(this, performance.now()) ? 1 : 0
  }

  stats(): Promise<RTCStatsReport> | null {
    return this.bridge.receiverOf(this)?.getStats() ?? null
  }

  /** All voices go up on one line, which the call sees to. */
  async replaceTrack(): Promise<void> {
    return undefined
  }

  arrive(key: string, there: boolean): void {
    if (there) this.key = key
    this.there = there
    this.wasThere ||= there
    if (!there) this.talks = false
    this.changed()
  }

  talk(talks: boolean): void {
    this.talks = talks
    this.talkedAtMs = performance.now()
  }

  hear(nowMs: number): void {
    if (this.heardAtMs !== null) return
    this.heardAtMs = nowMs
    if (this.ears.isDirect) this.bridge.say('bridge-heard', { to: this.peerId })
    this.changed()
  }

  beHeard(): void {
    this.isHeardThere = true
    this.changed()
  }

  settle(nowMs: number): void {
    if (this.heardAtMs === null || this.isHeardThere || nowMs - this.heardAtMs < heardPatienceMs) return
    this.beHeard()
  }

  turnTo(track: MediaStreamTrack | null): void {
    this.track = track
    if (this.said === 'connected') this.ears.onTrack(track)
  }

  changed(): void {
    const before = this.said
    this.said = this.next()
    // A voice that comes directly as well isn't played twice.
    if (before !== 'connected' && this.said === 'connected' && this.track) this.ears.onTrack(this.track)
    this.ears.onChange()
  }

  refuse(): void {
    this.bridge.refuse(this.peerId)
  }

  close(): void {
    this.bridge.release(this)
  }

  private next(): LineState {
    if (!this.alive) return this.wasThere ? 'reconnecting' : 'connecting'
    const isSettled = !this.ears.isDirect || (this.heardAtMs !== null && this.isHeardThere)
    return isSettled ? 'connected' : 'connecting'
  }
}
