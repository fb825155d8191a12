import type { BridgeState, VoiceNotice } from '@parley/protocol'
import type { Bridge, BridgeNotice } from './Bridge.lazy.ts'
import type { Say } from './BridgedVoice.ts'
import type { People } from './People.ts'
import { retryImport } from '../../../ui/lazy.ts'

interface BridgingParts {
  readonly people: People
  readonly say: Say
  /** What a new connection needs; null once the microphone is gone. */
  plan(): { readonly settings: RTCConfiguration; readonly track: MediaStreamTrack } | null
  /** Whether the room is in Janus, and whether that is gone at the moment. */
  onChange(state: 'none' | 'on' | 'away'): void
}

/** Before lines that failed are opened again. */
const againMs = 2_000
/** Whatever carries a voice by then goes on without the other way. */
const overlapMs = 15_000

/** Moves the call between a mesh and Janus. The old way ends when the new one carries the voices. */
export class Bridging {
  private readonly parts: BridgingParts
  private bridge: Bridge | null = null
  /** How many there were. The server knows each by its number. */
  private legs = 0
  /** Carries until the next one does. */
  private old: Bridge | null = null
  private endOldAtMs = 0
  private isOn = false
  private isStale = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private work: Promise<void> = Promise.resolve()
  private isBusy = false

  constructor(parts: BridgingParts) {
    this.parts = parts
  }

  /** Notices in their order. Those of people are passed on at once as long as there is no Janus in it. */
  take(notice: Exclude<VoiceNotice, { event: 'room-full' }>): void {
    if (!this.isBusy && notice.event !== 'bridge' && !isOfVoices(notice))
      return void this.parts.people.take(notice, performance.now())
    this.isBusy = true
    this.work = this.work.then(() => this.handle(notice)).catch(() => this.failed())
  }

  /** Eleven times a second. */
  look(nowMs: number): void {
    this.bridge?.look(nowMs)
    const { old } = this
    if (!old) return
    old.look(nowMs)
    if (nowMs < this.endOldAtMs && !old.ended && this.parts.people.comesBy(old)) return
    this.parts.people.dropBridged(old)
    old.close()
    this.old = null
    if (!this.bridge) this.parts.say('bridge-close', {})
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await Promise.all([this.bridge?.replaceTrack(track), this.old?.replaceTrack(track)])
  }

  /** The line to the server broke, and with it what was said of Janus. The voices go on for a while. */
  lost(): void {
    this.retire()
    this.isOn = false
    clearTimeout(this.timer)
  }

  close(): void {
    this.lost()
    this.old?.close()
    this.old = null
    this.parts.onChange('none')
  }

  private async handle(notice: Exclude<VoiceNotice, { event: 'room-full' }>): Promise<void> {
    if (notice.event === 'bridge') {
      const { state, joined, leg } = notice.payload
      try {
        if (leg === undefined || leg === this.legs) await this.follow(state)
        return
      } finally {
        // Called directly where Janus's code can't be fetched.
        if (joined) this.parts.people.meet(joined.peerId, joined.name ?? null)
      }
    }
    if (isOfVoices(notice)) return this.bridge?.take(notice)
    // Later notices don't wait for this one, as in a mesh.
    void this.parts.people.take(notice, performance.now())
  }

  private async follow(state: BridgeState): Promise<void> {
    switch (state) {
      case 'on':
        this.isOn = true
        this.parts.onChange('on')
        if (!this.bridge || this.bridge.ended || this.isStale) await this.open()
        return
      case 'off':
        this.isOn = false
        this.parts.onChange('none')
        this.parts.people.goBack()
        return this.retire()
      case 'away':
        this.isOn = false
        // Its lines end soon. The people stay.
        this.isStale = true
        clearTimeout(this.timer)
        return this.parts.onChange('away')
      case 'failed':
        this.bridge?.fail()
        return
    }
  }

  private async open(): Promise<void> {
    const { Bridge: Opened } = await retryImport(() => import('./Bridge.lazy.ts'))
    const plan = this.parts.plan()
    if (!plan || !this.isOn) return
    this.retire()
    this.isStale = false
    this.legs += 1
    this.bridge = new Opened({ ...plan, leg: this.legs, say: this.parts.say, onFailed: () => this.failed() })
    this.parts.people.goOn(this.bridge)
  }

  private failed(): void {
    clearTimeout(this.timer)
    if (!this.isOn) return
    this.timer = setTimeout(() => {
      this.work = this.work.then(() => (this.isOn ? this.open() : undefined)).catch(() => this.failed())
    }, againMs)
  }

  private retire(): void {
    if (!this.bridge) return
    if (this.old) {
      this.parts.people.dropBridged(this.old)
      this.old.close()
    }
    this.old = this.bridge
    this.endOldAtMs = performance.now() + overlapMs
    this.bridge = null
  }
}

/** Whether a notice is for the way through Janus, and not of people. */
function isOfVoices(notice: Exclude<VoiceNotice, { event: 'room-full' | 'bridge' }>): notice is BridgeNotice {
  return notice.event.startsWith('bridge-')
}
