import type { MicrophoneChoice } from './CallState.ts'
import { openMicrophone, type Microphone } from './openMicrophone.ts'

/** Above this the meter counts as speaking; background noise stays below. */
const speakingLevel = 0.12
const speakingHoldMs = 400
/** This many loud samples within this time count as talking, not as a cough. The hint then shows for a while. */
const talk = { looks: 5, withinMs: 3_500 }
const noticeHoldMs = 4_000

export interface OwnLevel {
  readonly level: number
  readonly speaking: boolean
  readonly talkingWhileMuted: boolean
}

/** One's own microphone during a call: what of it is sent, and how loud it is. */
export class OwnVoice {
  private microphone: Microphone | null = null
  private track: MediaStreamTrack | null = null
  private audible = true
  private loudAtMs = Number.NEGATIVE_INFINITY
  private loudLooksMs: number[] = []
  private noticedAtMs = Number.NEGATIVE_INFINITY
  private last: OwnLevel | null = null

  get deviceId(): string | null {
    return this.microphone?.deviceId ?? null
  }

  /** Opens a microphone in place of the one before. @returns the track to send. @throws {VoiceProblem} */
  async open(deviceId: string | null, onEnded: () => void): Promise<MediaStreamTrack> {
    const microphone = await openMicrophone(deviceId, onEnded)
    this.close()
    this.microphone = microphone
    this.track = microphone.send()
    this.track.enabled = this.audible
    return this.track
  }

  get isOpen(): boolean {
    return this.microphone !== null
  }

  get sent(): MediaStreamTrack | null {
    return this.track
  }

  setAudible(audible: boolean): void {
    this.audible = audible
    if (this.track) this.track.enabled = audible
  }

  /** How loud one is. @returns null where that is as it was the last time. */
  look(nowMs: number): OwnLevel | null {
    const level = this.microphone?.level() ?? 0
    if (level > speakingLevel) {
      this.loudAtMs = nowMs
      if (!this.audible) this.loudLooksMs.push(nowMs)
    }
    const loud = nowMs - this.loudAtMs < speakingHoldMs
    this.loudLooksMs = this.audible ? [] : this.loudLooksMs.filter((atMs) => nowMs - atMs < talk.withinMs)
    if (this.loudLooksMs.length >= talk.looks) this.noticedAtMs = nowMs
    const own = {
      level: Math.round(level * 20) / 20,
      speaking: loud && this.audible,
      talkingWhileMuted: !this.audible && nowMs - this.noticedAtMs < noticeHoldMs,
    }
    const { last } = this
    this.last = own
    const same =
      last?.level === own.level && last.speaking === own.speaking && last.talkingWhileMuted === own.talkingWhileMuted
    return same ? null : own
  }

  async resume(): Promise<void> {
    await this.microphone?.resume()
  }

  close(): void {
    this.microphone?.close()
    this.microphone = null
    this.track = null
    this.last = null
  }
}

/** The microphones of this machine. Their names are known once one was allowed. */
export async function listMicrophones(): Promise<readonly MicrophoneChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `#${at + 1}` }))
}
