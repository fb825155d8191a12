import type { VoiceNotice } from '@parley/protocol'
import type { Person } from './CallState.ts'
import { Link, type LinkPlan } from './Link.ts'
import { measureLine, type LineCount } from './measureLine.ts'
import type { Playback } from './createPlayback.ts'

/** What the people of a room need of the call. */
export interface PeopleParts {
  readonly playback: Playback
  /** How a line to somebody is opened. */
  plan(peerId: string): Omit<LinkPlan, 'offers' | 'onChange' | 'onTrack'>
  isBlocked(key: string): boolean
  onChange(): void
}

interface Entry {
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

/** Whoever was lost and is still heard has so long to come again. Longer than two attempts to reach the server. */
const graceMs = 10_000
/** Above this level somebody speaks, and so long after it as well: words have gaps. */
const speakingLevel = 0.02
const speakingHoldMs = 400
const plain: Taste = { volume: 1, mutedForMe: false }
/** As many lines as eight people have, those that are being replaced included. */
const maxLines = 16

/** Everybody else in the room, and the lines to them. */
export class People {
  private readonly parts: PeopleParts
  private readonly entries = new Map<string, Entry>()
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
        return this.entries.get(payload.from)?.link.takeAnswer(payload.sdp)
      case 'ice-candidate':
        return this.entries.get(payload.from)?.link.takeCandidate(payload.candidate)
      case 'peer-left':
        return this.left(payload.peerId, nowMs)
    }
  }

  /** A voice that still comes through is kept for a moment: the line may be mended. */
  private left(peerId: string, nowMs: number): void {
    const entry = this.entries.get(peerId)
    if (entry?.link.alive) entry.lostAtMs ??= nowMs
    else this.drop(peerId)
    this.parts.onChange()
  }

  /** We are the ones who were lost: everybody will get a new line. */
  lost(nowMs: number): void {
    for (const entry of this.entries.values()) entry.lostAtMs = nowMs
    this.parts.onChange()
  }

  /** Looks at everybody's voice, and lets those go who do not come again. Called ten times a second. */
  look(nowMs: number): void {
    let changed = false
    for (const entry of this.entries.values()) {
      if (entry.lostAtMs !== null && (!entry.link.alive || nowMs - entry.lostAtMs > graceMs)) {
        this.drop(entry.peerId)
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

  /** Sends another track to everybody. */
  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await Promise.all([...this.entries.values()].map(({ link }) => link.replaceTrack(track)))
  }

  setTaste(key: string, taste: Partial<Taste>): void {
    this.tastes.set(key, { ...(this.tastes.get(key) ?? plain), ...taste })
    for (const entry of this.entries.values()) this.season(entry)
    this.parts.onChange()
  }

  /** Ends the lines to somebody who is not to be let through. */
  dropKey(key: string): void {
    for (const entry of this.entries.values()) if (keyOf(entry) === key) this.drop(entry.peerId)
    this.parts.onChange()
  }

  clear(): void {
    for (const peerId of this.entries.keys()) this.drop(peerId)
    this.parts.onChange()
  }

  /** Who is shown: one line a person, even while an old line is being replaced by a new one. */
  list(): readonly Person[] {
    const all = [...this.entries.values()]
    const fresh = all.filter(({ lostAtMs }) => lostAtMs === null)
    const old = all.filter((entry) => entry.lostAtMs !== null && !fresh.some((one) => keyOf(one) === keyOf(entry)))
    const nameless = (entry: Entry): boolean => old.length > 0 && entry.link.fingerprint === null && entry.name === null
    return [...old, ...fresh.filter((entry) => !nameless(entry))].map((entry) => this.personOf(entry))
  }

  /** Somebody who was here before us: we offer. */
  private meet(peerId: string, name: string | null): void {
    if (name === null || !this.parts.isBlocked(name)) this.open(peerId, name, true)
  }

  private async offered(peerId: string, name: string | null, sdp: string): Promise<void> {
    if (name !== null && this.parts.isBlocked(name)) return
    // Somebody who left and sits again on the same connection: they have closed the old line.
    const known = this.entries.get(peerId)
    if (known && known.lostAtMs !== null) this.drop(peerId)
    const entry = this.entries.get(peerId) ?? this.open(peerId, name, false)
    await entry?.link.takeOffer(sdp)
  }

  private open(peerId: string, name: string | null, offers: boolean): Entry | null {
    if (this.entries.has(peerId) || this.entries.size >= maxLines) return null
    const link = new Link({
      ...this.parts.plan(peerId),
      offers,
      onChange: () => this.changed(peerId),
      onTrack: (track) => {
        this.parts.playback.play(peerId, track)
        const entry = this.entries.get(peerId)
        if (entry) this.season(entry)
      },
    })
    const entry: Entry = {
      peerId,
      name,
      link,
      lostAtMs: null,
      speakingAtMs: -speakingHoldMs,
      speaking: false,
      count: null,
      quality: null,
    }
    this.entries.set(peerId, entry)
    this.parts.onChange()
    return entry
  }

  private changed(peerId: string): void {
    const entry = this.entries.get(peerId)
    if (!entry) return
    const key = keyOf(entry)
    if (this.parts.isBlocked(key)) return this.drop(peerId)
    this.season(entry)
    if (entry.link.state === 'connected') {
      for (const other of this.entries.values()) {
        if (other !== entry && other.lostAtMs !== null && keyOf(other) === key) this.drop(other.peerId)
      }
    }
    this.parts.onChange()
  }

  private season(entry: Entry): void {
    const { volume, mutedForMe } = this.tastes.get(keyOf(entry)) ?? plain
    this.parts.playback.setVolume(entry.peerId, volume, mutedForMe)
  }

  private drop(peerId: string): void {
    this.entries.get(peerId)?.link.close()
    this.parts.playback.stop(peerId)
    this.entries.delete(peerId)
  }

  private personOf(entry: Entry): Person {
    const { peerId, name, link, speaking, quality, lostAtMs } = entry
    const key = keyOf(entry)
    const line = lostAtMs !== null && link.state === 'connected' ? 'reconnecting' : link.state
    return { peerId, key, name, line, quality, speaking, ...(this.tastes.get(key) ?? plain) }
  }
}

/** Who somebody is: a proven address, or else the certificate that their lines are encrypted with. */
function keyOf({ peerId, name, link }: Entry): string {
  return name?.startsWith('0x') ? name : (link.fingerprint ?? peerId)
}

function levelOf({ connection }: Link): number {
  const [receiver] = connection.getReceivers()
  const [source] = receiver?.getSynchronizationSources() ?? []
  return source?.audioLevel ?? 0
}
