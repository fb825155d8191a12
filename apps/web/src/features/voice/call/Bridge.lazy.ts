import { bridgeSlots, type VoiceNotice } from '@parley/protocol'
import { BridgedVoice, type Carrier, type Say, type VoiceEars } from './BridgedVoice.ts'
import { describeAtOnce, opusOnly, speechSdp } from './Link.ts'

export type BridgeNotice = Extract<
  VoiceNotice,
  { event: 'bridge-up' | 'bridge-down' | 'bridge-peer' | 'bridge-talks' | 'bridge-slot' | 'bridge-heard' }
>

interface BridgeParts {
  /** Its number in this call. The one before can still be there. */
  readonly leg: number
  readonly settings: RTCConfiguration
  readonly track: MediaStreamTrack
  readonly say: Say
  /** A line to Janus broke, or never came about. */
  onFailed(): void
}

/** One of the voices that come at a time. */
interface Slot {
  voice: BridgedVoice | null
  /** Janus has switched it to this voice. */
  isSet: boolean
  receiver: RTCRtpReceiver | null
  /** When the last packet was played, by the receiver's clock and by ours. */
  stamp: number
  movedAtMs: number
}

const connectTimeoutMs = 12_000
/** DTX sends a packet every 400 ms in silence, and one every 20 ms in speech. */
const packetPauseMs = 250

/**
 * Two connections to Janus: one's own voice up, and eight slots for voices down. A slot carries one person at a time, so
 * volume and muting stay the listener's own, and a blocked person is never asked for.
 */
export class Bridge implements Carrier {
  private readonly parts: BridgeParts
  private readonly up: RTCPeerConnection
  private down: RTCPeerConnection | null = null
  private readonly voices = new Map<string, BridgedVoice>()
  /** Keys of those whom Janus has, also before their server has said who they are. */
  private readonly there = new Map<string, string>()
  private readonly slots: readonly Slot[] = Array.from({ length: bridgeSlots }, () => ({
    voice: null,
    isSet: false,
    receiver: null,
    stamp: 0,
    movedAtMs: -packetPauseMs,
  }))
  private readonly timer: ReturnType<typeof setTimeout>
  private work: Promise<void> = Promise.resolve()
  private hasEnded = false

  constructor(parts: BridgeParts) {
    this.parts = parts
    this.up = this.connect('up')
    this.timer = setTimeout(() => {
      if (!this.isConnected) this.fail()
    }, connectTimeoutMs)
    this.up.addTransceiver(parts.track, { direction: 'sendonly' }).setCodecPreferences(opusOnly())
    void this.open()
  }

  get isConnected(): boolean {
    return this.up.connectionState === 'connected' && this.down?.connectionState === 'connected'
  }

  get ended(): boolean {
    return this.hasEnded
  }

  /** One after another: descriptions of a line depend on each other. */
  take(notice: BridgeNotice): void {
    this.work = this.work.then(() => this.handle(notice)).catch(() => this.fail())
  }

  /** Begins to carry a person's voice as soon as Janus has it. */
  voiceOf(peerId: string, ears: VoiceEars): BridgedVoice {
    const voice = new BridgedVoice(peerId, ears, this)
    this.voices.set(peerId, voice)
    const key = this.there.get(peerId)
    if (key !== undefined) voice.arrive(key, true)
    return voice
  }

  /** Eleven times a second: notices first packets, and gives slots to those who are there. */
  look(nowMs: number): void {
    // Each question waits for the thread that also sets up the line.
    const isDown = this.down?.connectionState === 'connected'
    for (const slot of isDown ? this.slots : []) {
      const stamp = slot.receiver?.getSynchronizationSources()[0]?.timestamp ?? 0
      if (stamp === slot.stamp) continue
      slot.stamp = stamp
      slot.movedAtMs = nowMs
      if (slot.isSet) slot.voice?.hear(nowMs)
    }
    for (const voice of this.voices.values()) {
      if (voice.isThere && this.slotOf(voice) === null) this.place(voice, nowMs)
      voice.settle(nowMs)
    }
  }

  isSpeaking(voice: BridgedVoice, nowMs: number): boolean {
    const slot = this.slotOf(voice)
    return voice.talks && (slot === null || nowMs - slot.movedAtMs < packetPauseMs)
  }

  receiverOf(voice: BridgedVoice): RTCRtpReceiver | null {
    const slot = this.slotOf(voice)
    return slot?.isSet ? slot.receiver : null
  }

  say: Say = (event, ...payload) => this.parts.say(event, ...payload)

  refuse(peerId: string): void {
    this.say('bridge-refuse', { to: peerId })
  }

  release(voice: BridgedVoice): void {
    if (this.voices.get(voice.peerId) === voice) this.voices.delete(voice.peerId)
    const slot = this.slotOf(voice)
    if (!slot) return
    slot.voice = null
    slot.isSet = false
    if (!this.hasEnded) this.say('bridge-hear', { leg: this.parts.leg, slot: this.slots.indexOf(slot), peerId: null })
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    for (const sender of this.up.getSenders()) await sender.replaceTrack(track)
  }

  close(): void {
    this.hasEnded = true
    clearTimeout(this.timer)
    this.up.close()
    this.down?.close()
  }

  /** Ends both lines; the call opens others. */
  fail(): void {
    if (this.hasEnded) return
    this.close()
    for (const voice of this.voices.values()) voice.changed()
    this.parts.onFailed()
  }

  private connect(line: 'up' | 'down'): RTCPeerConnection {
    // Janus alone learns the addresses, so a relay has nothing to hide.
    const connection = new RTCPeerConnection({ ...this.parts.settings, iceTransportPolicy: 'all' })
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (!connection.localDescription || this.hasEnded || candidate?.protocol === 'tcp') return
      const { sdpMid, sdpMLineIndex, usernameFragment, candidate: text } = candidate ?? noMore
      const found = { candidate: text, sdpMid, sdpMLineIndex, usernameFragment }
      this.say('bridge-candidate', { leg: this.parts.leg, line, candidate: found })
    })
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') this.fail()
      if (this.isConnected) this.look(performance.now())
      for (const voice of this.voices.values()) voice.changed()
    })
    return connection
  }

  private async open(): Promise<void> {
    // Janus gathers candidates of its own in the meantime.
    const sdp = await describeAtOnce(this.up)
    if (sdp !== null && !this.hasEnded) this.say('bridge-open', { leg: this.parts.leg, sdp })
  }

  private async handle({ event, payload }: BridgeNotice): Promise<void> {
    if (this.hasEnded || ('leg' in payload && payload.leg !== this.parts.leg)) return
    switch (event) {
      case 'bridge-up':
        return this.up.setRemoteDescription({ type: 'answer', sdp: speechSdp(payload.sdp) })
      case 'bridge-down':
        return this.answer(payload.sdp)
      case 'bridge-peer':
        if (payload.there) this.there.set(payload.peerId, payload.key)
        else this.there.delete(payload.peerId)
        return this.voices.get(payload.peerId)?.arrive(payload.key, payload.there)
      case 'bridge-talks':
        return this.talked(payload.peerId, payload.talks)
      case 'bridge-heard':
        return this.voices.get(payload.from)?.beHeard()
      case 'bridge-slot':
        return this.switched(payload.slot, payload.peerId)
    }
  }

  /** Who begins to speak gets a slot at once. */
  private talked(peerId: string, talks: boolean): void {
    const voice = this.voices.get(peerId)
    voice?.talk(talks)
    if (voice && talks && voice.isThere && this.slotOf(voice) === null) this.place(voice, performance.now())
  }

  private async answer(sdp: string): Promise<void> {
    this.down ??= this.connect('down')
    await this.down.setRemoteDescription({ type: 'offer', sdp })
    for (const [at, { receiver }] of this.down.getTransceivers().entries()) {
      const slot = this.slots[at]
      if (slot) slot.receiver = receiver
    }
    const answer = await describeAtOnce(this.down)
    if (answer === null || this.hasEnded) return
    this.say('bridge-answer', { leg: this.parts.leg, sdp: answer })
  }

  private slotOf(voice: BridgedVoice): Slot | null {
    return this.slots.find((slot) => slot.voice === voice) ?? null
  }

  /** Finds an empty slot, or for a speaker the slot of the person who has been silent longest. */
  private place(voice: BridgedVoice, nowMs: number): void {
    if (this.down === null) return
    const silent = this.slots
      .filter((slot) => slot.voice !== null && !slot.voice.isNeeded && nowMs - slot.movedAtMs >= packetPauseMs)
      .toSorted((one, other) => (one.voice?.talkedAtMs ?? 0) - (other.voice?.talkedAtMs ?? 0))
    const slot = this.slots.find((one) => one.voice === null) ?? (voice.talks ? silent[0] : undefined)
    if (!slot) return
    slot.voice?.turnTo(null)
    slot.voice = voice
    slot.isSet = false
    this.say('bridge-hear', { leg: this.parts.leg, slot: this.slots.indexOf(slot), peerId: voice.peerId })
  }

  private switched(at: number, peerId: string | null): void {
    const slot = this.slots[at]
    if (!slot?.voice) return
    if (peerId === slot.voice.peerId) {
      slot.isSet = true
      slot.voice.turnTo(slot.receiver?.track ?? null)
    } else if (peerId === null && !slot.isSet) {
      // They left at this moment. Janus says when they are there again.
      slot.voice.arrive(slot.voice.fingerprint ?? '', false)
      slot.voice = null
    }
  }
}

const noMore = { candidate: '', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null }
