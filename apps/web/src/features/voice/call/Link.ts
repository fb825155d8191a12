import type { VoiceCandidate } from '@parley/protocol'
import type { LineState } from './CallState.ts'
import type { Line } from './Line.ts'

/** What a link sends by way of the server. */
export interface LinkMail {
  offer(sdp: string): void
  answer(sdp: string): void
  candidate(candidate: VoiceCandidate): void
}

export interface LinkPlan {
  /** Only the one who joined offers (decision V1), now and whenever the line has to be mended. */
  readonly offers: boolean
  readonly settings: RTCConfiguration
  readonly track: MediaStreamTrack
  readonly mail: LinkMail
  /** For a line that is mended: credentials may have run out. */
  readonly freshServers: () => Promise<readonly RTCIceServer[]>
  /** The relay does not take our credentials. */
  readonly onRelayRefused: () => void
  readonly onChange: () => void
  readonly onTrack: (track: MediaStreamTrack) => void
}

/** A connection that isn't up by then is retried: wrong relay credentials show in no other way. */
const connectTimeoutMs = 12_000
/** A broken connection often recovers within this time. */
const patienceMs = 3_000
/** Then the person counts as unreachable, and is tried less often. */
const maxMends = 4
const unreachableRetryMs = 30_000
/** Candidates can overtake the description that they belong to. */
const maxEarly = 50

/** The line to one person: one connection with one voice in each direction. */
export class Link implements Line {
  readonly connection: RTCPeerConnection
  private readonly plan: LinkPlan
  private readonly early: VoiceCandidate[] = []
  private lineState: LineState = 'connecting'
  private seenFingerprint: string | null = null
  /** Whether what this side says of itself has been sent, and later addresses have to follow one by one. */
  private described = false
  private closed = false
  private mends = 0
  private timer: ReturnType<typeof setTimeout>

  /** Opens the line; an offering one sends its offer at once. */
  constructor(plan: LinkPlan) {
    this.plan = plan
    this.connection = new RTCPeerConnection(plan.settings)
    this.timer = setTimeout(() => this.mend(), connectTimeoutMs)
    this.connection.addEventListener('icecandidate', ({ candidate }) => this.tell(candidate))
    this.connection.addEventListener('icecandidateerror', ({ errorCode }) => {
      if (isRefusal(errorCode)) plan.onRelayRefused()
    })
    this.connection.addEventListener('track', ({ track }) => plan.onTrack(track))
    this.connection.addEventListener('connectionstatechange', () => this.follow())
    if (!plan.offers) return
    const voice = this.connection.addTransceiver(plan.track, { direction: 'sendrecv' })
    voice.setCodecPreferences(opusOnly())
    void this.offer()
  }

  get state(): LineState {
    return this.lineState
  }

  /** The other side's certificate; null until it was seen. */
  get fingerprint(): string | null {
    return this.seenFingerprint
  }

  /** The other side has ended the line, as against a line that broke. */
  get ended(): boolean {
    return this.connection.getSenders().some(({ transport }) => transport?.state === 'closed')
  }

  /** Whether the connection carries audio now, regardless of the server's view. */
  get alive(): boolean {
    return this.connection.connectionState === 'connected' && !this.ended
  }

  level(): number {
    const [receiver] = this.connection.getReceivers()
    const [source] = receiver?.getSynchronizationSources() ?? []
    return source?.audioLevel ?? 0
  }

  stats(): Promise<RTCStatsReport> {
    return this.connection.getStats()
  }

  async takeOffer(sdp: string): Promise<void> {
    if (this.plan.offers || !(await this.take('offer', sdp))) return
    const [voice] = this.connection.getTransceivers()
    if (!voice) return
    await voice.sender.replaceTrack(this.plan.track)
    voice.direction = 'sendrecv'
    const answer = await this.describeSelf()
    if (answer !== null) this.plan.mail.answer(answer)
  }

  async takeAnswer(sdp: string): Promise<void> {
    if (this.plan.offers) await this.take('answer', sdp)
  }

  async takeCandidate(candidate: VoiceCandidate): Promise<void> {
    if (this.connection.remoteDescription) await this.add(candidate)
    else if (this.early.length < maxEarly) this.early.push(candidate)
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    for (const sender of this.connection.getSenders()) await sender.replaceTrack(track)
  }

  /** Who is not connected hears nothing. */
  refuse(): void {
    this.close()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.connection.close()
  }

  /** A message that comes twice, or after the end, is not worth an error. */
  private async take(type: 'offer' | 'answer', sdp: string): Promise<boolean> {
    const expected = type === 'offer' ? 'stable' : 'have-local-offer'
    if (this.closed || this.connection.signalingState !== expected) return false
    await this.connection.setRemoteDescription({ type, sdp: speechSdp(sdp) })
    this.seenFingerprint = fingerprintOf(sdp)
    for (const candidate of this.early.splice(0)) await this.add(candidate)
    this.plan.onChange()
    return !this.closed
  }

  private async add({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: VoiceCandidate): Promise<void> {
    try {
      await this.connection.addIceCandidate({
        candidate,
        sdpMid: sdpMid ?? null,
        sdpMLineIndex: sdpMLineIndex ?? null,
        usernameFragment: usernameFragment ?? null,
      })
    } catch {
      // Of a line before it was mended.
    }
  }

  private async offer(): Promise<void> {
    const sdp = await this.describeSelf()
    if (sdp !== null) this.plan.mail.offer(sdp)
  }

  private async describeSelf(): Promise<string | null> {
    this.described = false
    const sdp = await describe(this.connection)
    this.described = true
    return this.closed ? null : sdp
  }

  /** Browsers can't accept calls over TCP, so TCP candidates aren't sent. */
  private tell(candidate: RTCIceCandidate | null): void {
    if (!this.described || this.closed || !candidate || candidate.protocol === 'tcp') return
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
    this.plan.mail.candidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment })
  }

  private follow(): void {
    const { connectionState } = this.connection
    if (connectionState === 'connected') {
      this.mends = 0
      clearTimeout(this.timer)
      this.turn('connected')
    } else if (this.mends <= maxMends && (connectionState === 'disconnected' || connectionState === 'failed')) {
      this.turn('reconnecting')
      this.mendIn(connectionState === 'failed' ? 0 : patienceMs)
    }
  }

  private turn(next: LineState): void {
    if (this.closed) return
    this.lineState = next
    this.plan.onChange()
  }

  private mendIn(waitMs: number): void {
    clearTimeout(this.timer)
    if (!this.closed) this.timer = setTimeout(() => this.mend(), waitMs)
  }

  /** Tries again (decision V11); the answering side can only wait. */
  private mend(): void {
    if (this.connection.connectionState === 'connected') return
    this.mends += 1
    const isUnreachable = this.mends > maxMends
    if (isUnreachable) this.turn('failed')
    if (isUnreachable && this.ended) return
    this.mendIn(isUnreachable ? unreachableRetryMs : connectTimeoutMs)
    if (!this.plan.offers) return
    // The answer may only be late, and would not fit another offer.
    const { signalingState, localDescription } = this.connection
    if (signalingState === 'have-local-offer' && localDescription) this.plan.mail.offer(localDescription.sdp)
    else void this.restart()
  }

  private async restart(): Promise<void> {
    try {
      this.connection.setConfiguration({ ...this.plan.settings, iceServers: [...(await this.plan.freshServers())] })
    } catch {
      // The servers known so far may do.
    }
    if (this.closed) return
    this.connection.restartIce()
    await this.offer()
  }
}

export function opusOnly(): RTCRtpCodec[] {
  const codecs = RTCRtpReceiver.getCapabilities('audio')?.codecs ?? []
  return codecs.filter(({ mimeType }) => mimeType.toLowerCase() === 'audio/opus')
}

/** A relay's refusal of the credentials. Unreachable relays have codes of 700 and more. */
function isRefusal(errorCode: number): boolean {
  return errorCode === 401 || errorCode === 403 || errorCode === 441
}

/** Gathering ends after this pause: local addresses arrive within a few milliseconds of each other. */
const quietMs = 8
/** Later candidates, from servers outside, are sent one by one. */
const gatherPatienceMs = 60

/**
 * Describes this side including the machine's own addresses: one message instead of many. Candidates from outside
 * servers follow.
 *
 * @returns null if the connection was closed while gathering.
 */
async function describe(connection: RTCPeerConnection): Promise<string | null> {
  const found = firstCandidates(connection)
  if ((await describeAtOnce(connection)) === null) return null
  await found
  return connection.localDescription?.sdp ?? null
}

/**
 * Describes this side without candidates, which follow one by one.
 *
 * @returns null if the connection was closed.
 */
export async function describeAtOnce(connection: RTCPeerConnection): Promise<string | null> {
  try {
    await connection.setLocalDescription()
  } catch (error) {
    if (connection.signalingState === 'closed') return null
    throw error
  }
  return connection.localDescription?.sdp ?? null
}

function firstCandidates(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, gatherPatienceMs)
    function heard({ candidate }: RTCPeerConnectionIceEvent): void {
      clearTimeout(timer)
      if (candidate === null) done()
      else timer = setTimeout(done, quietMs)
    }
    function done(): void {
      clearTimeout(timer)
      connection.removeEventListener('icecandidate', heard)
      resolve()
    }
    connection.addEventListener('icecandidate', heard)
  })
}

/** Opus parameters: mono, a bitrate for speech, cheap silence, and redundancy for lost packets. */
const wishes = 'stereo=0;maxaveragebitrate=32000;usedtx=1;useinbandfec=1'

/** Adds our parameters to the peer's description. The encoder follows what the receiver asks for. */
export function speechSdp(sdp: string): string {
  const [, opus] = /^a=rtpmap:(\d+) opus\/48000/im.exec(sdp) ?? []
  if (opus === undefined) return sdp
  return sdp.replace(new RegExp(`^a=fmtp:${opus} (.*)$`, 'm'), (_line, given: string) => {
    const kept = given.split(';').filter((wish) => !wishes.includes(`${wish.split('=')[0]?.trim()}=`))
    return `a=fmtp:${opus} ${[...kept, wishes].join(';')}`
  })
}

/** The fingerprint of the peer's certificate. It can't be forged, since the connection is encrypted with it. */
export function fingerprintOf(sdp: string): string | null {
  return /^a=fingerprint:(\S+ [0-9A-F:]+)/im.exec(sdp)?.[1] ?? null
}
