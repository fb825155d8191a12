import { type MicrophoneChoice, VoiceProblem, type VoiceProblemCode } from './CallState.ts'

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

/** An open microphone. */
export interface Microphone {
  readonly deviceId: string | null
  /** A track to send. Muting it leaves the level at work, so that talking while muted is noticed. */
  send(): MediaStreamTrack
  /** How loud it is right now, 0 to 1. */
  level(): number
  /** Browsers measure nothing before a click. */
  resume(): Promise<void>
  /** Stops the microphone; its light goes out. */
  close(): void
}

const speech: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
}

/** The loudest of five 20 ms windows at 48 kHz: sampling ten times a second misses no word. */
const windowSamples = 960
const windows = 5
/** A power of two above what is looked at. */
const keptSamples = 8192
/** A voice near the microphone has about this effective value; the meter is full there. */
const loud = 0.22

const codes: Readonly<Record<string, VoiceProblemCode>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'no-microphone',
  NotReadableError: 'microphone-busy',
}

/**
 * Opens a microphone: the one asked for, or any where that one is gone. `onEnded` is called when it is pulled out.
 *
 * @throws {VoiceProblem}
 */
export async function openMicrophone(wantedId: string | null, onEnded: () => void): Promise<Microphone> {
  const stream = await openStream(wantedId)
  const [source] = stream.getAudioTracks()
  if (!source) throw new VoiceProblem('no-microphone')
  source.addEventListener('ended', onEnded)
  const sent: MediaStreamTrack[] = []
  const meter = openMeter(stream)
  return {
    deviceId: source.getSettings().deviceId ?? null,
    send() {
      const track = source.clone()
      sent.push(track)
      return track
    },
    level: meter.level,
    resume: meter.resume,
    close() {
      source.removeEventListener('ended', onEnded)
      for (const track of [source, ...sent]) track.stop()
      meter.close()
    },
  }
}

async function openStream(wantedId: string | null): Promise<MediaStream> {
  if (!window.isSecureContext) throw new VoiceProblem('insecure')
  if (!('mediaDevices' in navigator) || !('RTCPeerConnection' in window)) throw new VoiceProblem('unsupported')
  const exact = wantedId === null ? {} : { deviceId: { exact: wantedId } }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { ...speech, ...exact } })
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (wantedId !== null && (name === 'OverconstrainedError' || name === 'NotFoundError')) return openStream(null)
    throw new VoiceProblem(codes[name] ?? 'microphone-failed', error)
  }
}

function openMeter(stream: MediaStream): Pick<Microphone, 'level' | 'resume' | 'close'> {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: keptSamples })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(keptSamples)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      return Math.min(1, loudest(samples.subarray(-windowSamples * windows)) / loud)
    },
    resume: () => context.resume(),
    close: () => void context.close(),
  }
}

/** The effective value of the loudest window. */
function loudest(samples: Float32Array): number {
  const sums = Array.from({ length: windows }, (_, at) =>
    samples
      .subarray(at * windowSamples, (at + 1) * windowSamples)
      .reduce((total, sample) => total + sample * sample, 0),
  )
  return Math.sqrt(Math.max(...sums) / windowSamples)
}
