import type { VoiceNotice } from '@parley/protocol'
import type { Person, Quality } from './CallState.ts'
import { Link, type LinkPlan } from './Link.ts'
import type { Playback } from './createPlayback.ts'

/** What the people of a room need of the call. */
interface PeopleParts {
  readonly playback: Playback
  /** How to open the connection to a peer. */
  plan(peerId: string): Omit<LinkPlan, 'offers' | 'onChange' | 'onTrack'>
  isBlocked(key: string): boolean
  onChange(): void
}

interface Entry {
  /** Identifies this connection. While one is replaced, a person has two for a moment, maybe to the same peer id. */
  readonly lineId: string
  readonly peerId: string
  readonly name: string | null
  readonly link: Link
  /** The server has no longer heard of them; their voice may still come through. */
  lostAtMs: number | null
  speakingAtMs: number
  speaking: boolean
  count: LineCount | null
  quality: Person['quality']
}

interface Taste {
  readonly volume: number
  readonly mutedForMe: boolean
}

/** Grace period for a lost person whose audio still arrives. Longer than two attempts to reach the server. */
const graceMs = 10_000
/** Speech threshold. The indicator stays on a little longer, since words have gaps. */
const speakingLevel = 0.02
const speakingHoldMs = 400
const plain: Taste = { volume: 1, mutedForMe: false }
/** As many lines as eight people have, those that are being replaced included. */
const maxLines = 16

/** All others in the room, and the connections to them. */
export class People {
  private readonly parts: PeopleParts
  /** By line. */
  private readonly entries = new Map<string, Entry>()
  private lines = 0
  private readonly tastes = new Map<string, Taste>()

  constructor(parts: PeopleParts) {
    this.parts = parts
  }

  /** What the server passes on. */
  async take({ event, payload }: Exclude<VoiceNotice, { event: 'room-full' }>, nowMs: number): Promise<void> {
    switch (event) {
      case 'connect-peer':
        return this.meet(payload.peerId, payload.name ?? null)
      case 'offer':
        return this.offered(payload.from, payload.name ?? null, payload.sdp)
      case 'answer':
        return this.current(payload.from)?.link.takeAnswer(payload.sdp)
      case 'ice-candidate':
        return this.current(payload.from)?.link.takeCandidate(payload.candidate)
      case 'peer-left':
        return this.left(payload.peerId, nowMs)
    }
  }

  /** A voice that still comes through is kept for a moment: the line may be mended. */
  private left(peerId: string, nowMs: number): void {
    const entry = this.current(peerId)
    if (entry?.link.alive) entry.lostAtMs = nowMs
    else if (entry) this.drop(entry)
    this.parts.onChange()
  }

  /** The line that the server knows of; not one that is kept until it is replaced. */
  private current(peerId: string): Entry | undefined {
    return [...this.entries.values()].find((entry) => entry.peerId === peerId && entry.lostAtMs === null)
  }

  /** We lost the server: every peer gets a new connection. */
  lost(nowMs: number): void {
    for (const entry of this.entries.values()) entry.lostAtMs ??= nowMs
    this.parts.onChange()
  }

  /** Samples everyone's volume and removes people who don't return. Called eleven times a second. */
  look(nowMs: number): void {
    let changed = false
    for (const entry of this.entries.values()) {
      if (entry.lostAtMs !== null && (!entry.link.alive || nowMs - entry.lostAtMs > graceMs)) {
        this.drop(entry)
        changed = true
        continue
      }
      if (levelOf(entry.link) > speakingLevel) entry.speakingAtMs = nowMs
      const speaking = nowMs - entry.speakingAtMs < speakingHoldMs
      changed ||= speaking !== entry.speaking
      entry.speaking = speaking
    }
    if (changed) this.parts.onChange()
  }

  /** Measures every line. Called every two seconds. */
  async measure(): Promise<void> {
    for (const entry of this.entries.values()) {
      if (!entry.link.alive) continue
      const { count, quality } = await measureLine(entry.link.connection, entry.count)
      entry.count = count
      entry.quality = quality
    }
    this.parts.onChange()
  }

  /** Sends another track to all peers. */
  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await Promise.all([...this.entries.values()].map(({ link }) => link.replaceTrack(track)))
  }

  setTaste(key: string, taste: Partial<Taste>): void {
    this.tastes.set(key, { ...(this.tastes.get(key) ?? plain), ...taste })
    for (const entry of this.entries.values()) this.season(entry)
    this.parts.onChange()
  }

  /** Closes the connections to a blocked person. */
  dropKey(key: string): void {
    for (const entry of this.entries.values()) if (keyOf(entry) === key) this.drop(entry)
    this.parts.onChange()
  }

  clear(): void {
    for (const entry of this.entries.values()) this.drop(entry)
    this.parts.onChange()
  }

  /** Who is shown: one line a person, even while an old line is being replaced by a new one. */
  list(): readonly Person[] {
    const all = [...this.entries.values()]
    const fresh = all.filter(({ lostAtMs }) => lostAtMs === null)
    const old = all.filter((entry) => entry.lostAtMs !== null && !fresh.some((one) => keyOf(one) === keyOf(entry)))
    // Who has not answered yet may be one of the old, and is not shown twice.
    const isUnknown = ({ link, name }: Entry): boolean =>
      link.fingerprint === null && old.some((one) => name === null || one.name === name)
    return [...old, ...fresh.filter((entry) => !isUnknown(entry))].map((entry) => this.personOf(entry))
  }

  /** A peer who was here first: we send the offer. */
  private meet(peerId: string, name: string | null): void {
    if (name === null || !this.parts.isBlocked(name)) this.open(peerId, name, true)
  }

  private async offered(peerId: string, name: string | null, sdp: string): Promise<void> {
    if (name !== null && this.parts.isBlocked(name)) return
    const entry = this.current(peerId) ?? this.open(peerId, name, false)
    await entry?.link.takeOffer(sdp)
  }

  private open(peerId: string, name: string | null, offers: boolean): Entry | null {
    if (this.current(peerId) || this.entries.size >= maxLines) return null
    this.lines += 1
    const lineId = String(this.lines)
    const link = new Link({
      ...this.parts.plan(peerId),
      offers,
      onChange: () => this.changed(lineId),
      onTrack: (track) => {
        this.parts.playback.play(lineId, track)
        const entry = this.entries.get(lineId)
        if (entry) this.season(entry)
      },
    })
    const entry: Entry = {
      lineId,
      peerId,
      name,
      link,
      lostAtMs: null,
      speakingAtMs: -speakingHoldMs,
      speaking: false,
      count: null,
      quality: null,
    }
    this.entries.set(lineId, entry)
    this.parts.onChange()
    return entry
  }

  private changed(lineId: string): void {
    const entry = this.entries.get(lineId)
    if (!entry) return
    if (this.parts.isBlocked(keyOf(entry))) return this.drop(entry)
    this.season(entry)
    if (entry.link.state === 'connected' && entry.lostAtMs === null) {
      for (const other of this.entries.values()) if (isReplaced(other, entry)) this.drop(other)
    }
    this.parts.onChange()
  }

  private season(entry: Entry): void {
    const { volume, mutedForMe } = this.tastes.get(keyOf(entry)) ?? plain
    this.parts.playback.setVolume(entry.lineId, volume, mutedForMe)
  }

  private drop({ lineId, link }: Entry): void {
    link.close()
    this.parts.playback.stop(lineId)
    this.entries.delete(lineId)
  }

  private personOf(entry: Entry): Person {
    const { lineId, name, link, speaking, quality, lostAtMs } = entry
    const key = keyOf(entry)
    const line = lostAtMs !== null && link.state === 'connected' ? 'reconnecting' : link.state
    return { lineId, key, name, line, quality, speaking, ...(this.tastes.get(key) ?? plain) }
  }
}

/**
 * Whether connection `by` replaces `old`. True for a person who returned after being lost, and for the same
 * certificate: then the server hasn't noticed yet that the old peer is gone.
 */
function isReplaced(old: Entry, by: Entry): boolean {
  if (old === by) return false
  const isSameCall = by.link.fingerprint !== null && old.link.fingerprint === by.link.fingerprint
  return old.lostAtMs === null ? isSameCall && Number(old.lineId) < Number(by.lineId) : keyOf(old) === keyOf(by)
}

/** A person's identity: a proven address, or else the certificate of their connections. */
function keyOf({ peerId, name, link }: Entry): string {
  return name?.startsWith('0x') ? name : (link.fingerprint ?? peerId)
}

function levelOf({ connection }: Link): number {
  const [receiver] = connection.getReceivers()
  const [source] = receiver?.getSynchronizationSources() ?? []
  return source?.audioLevel ?? 0
}

/** Counters of received packets on a connection. */
interface LineCount {
  readonly received: number
  readonly lost: number
}

const limits = {
  good: { lost: 0.02, roundTripS: 0.25 },
  fair: { lost: 0.08, roundTripS: 0.6 },
} as const

/** How good a line is, by the packets lost since it was looked at last and the time there and back. */
async function measureLine(
  connection: RTCPeerConnection,
  before: LineCount | null,
): Promise<{ readonly count: LineCount; readonly quality: Quality | null }> {
  let count: LineCount = { received: 0, lost: 0 }
  let roundTripS = 0
  for (const report of (await connection.getStats()).values()) {
    if (report.type === 'inbound-rtp') count = { received: report.packetsReceived ?? 0, lost: report.packetsLost ?? 0 }
    if (report.type === 'candidate-pair' && report.nominated) roundTripS = report.currentRoundTripTime ?? roundTripS
  }
  if (before === null) return { count, quality: null }
  const lost = Math.max(0, count.lost - before.lost)
  const all = lost + Math.max(0, count.received - before.received)
  if (all === 0) return { count, quality: 'poor' }
  const fits = (limit: { lost: number; roundTripS: number }): boolean =>
    lost / all <= limit.lost && roundTripS <= limit.roundTripS
  return { count, quality: fits(limits.good) ? 'good' : fits(limits.fair) ? 'fair' : 'poor' }
}
