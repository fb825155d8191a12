import type { VoiceNotice } from '@parley/protocol'
import type { Bridge, BridgeNotice } from './Bridge.lazy.ts'
import type { Person } from './CallState.ts'
import { type Line, type LineCount, measureLine } from './Line.ts'
import { Link, type LinkPlan } from './Link.ts'
import type { Playback } from './createPlayback.ts'

/** Notices about people and lines. The bridge takes those about Janus. */
type PeopleNotice = Exclude<VoiceNotice, BridgeNotice | { event: 'room-full' | 'bridge' }>

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
  readonly line: Line
  /** The same, where it is a connection to this person alone. */
  readonly link: Link | null
  /** The same, where it comes by way of Janus. */
  readonly bridge: Bridge | null
  /** The server has no longer heard of them; their voice may still come through. */
  lostAtMs: number | null
  speakingAtMs: number
  speaking: boolean
  count: LineCount | null
  quality: Person['quality']
  /** As it was shown last. */
  shown: Person | null
}

/** What tells whose connection it is. */
type Connected = Pick<Entry, 'lineId' | 'peerId' | 'name' | 'lostAtMs'> & { readonly line: Pick<Line, 'fingerprint'> }

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
/** As many connections as eight people have, those that are being replaced included. */
const maxLines = 16

/** All others in the room, and the connections to them. */
export class People {
  private readonly parts: PeopleParts
  /** By line. */
  private readonly entries = new Map<string, Entry>()
  private lines = 0
  /** Carries newcomers' voices while the room is in Janus. */
  private bridge: Bridge | null = null
  private readonly tastes = new Map<string, Taste>()

  constructor(parts: PeopleParts) {
    this.parts = parts
  }

  /** What the server passes on. */
  async take({ event, payload }: PeopleNotice, nowMs: number): Promise<void> {
    switch (event) {
      case 'connect-peer':
        return this.meet(payload.peerId, payload.name ?? null)
      case 'offer':
        return this.offered(payload.from, payload.name ?? null, payload.sdp)
      case 'answer':
        return this.current(payload.from)?.link?.takeAnswer(payload.sdp)
      case 'ice-candidate':
        return this.current(payload.from)?.link?.takeCandidate(payload.candidate)
      case 'peer-left':
        return this.left(payload.peerId, nowMs)
    }
  }

  /** A voice that still comes through is kept for a moment: the line may be mended. */
  private left(peerId: string, nowMs: number): void {
    for (const entry of this.entries.values()) {
      if (entry.peerId !== peerId || entry.lostAtMs !== null) continue
      if (entry.line.alive) entry.lostAtMs = nowMs
      else this.drop(entry)
    }
    this.parts.onChange()
  }

  /** From now on voices come by way of Janus. A direct line goes once the voice is heard there, at both ends. */
  goOn(bridge: Bridge): void {
    this.bridge = bridge
    const there = new Map(
      [...this.entries.values()].filter(({ lostAtMs }) => lostAtMs === null).map((one) => [one.peerId, one]),
    )
    for (const { peerId, name } of there.values()) this.openBridged(bridge, peerId, name)
  }

  /** Newcomers are called directly again. The lines of before stay until others replace them. */
  goBack(): void {
    this.bridge = null
  }

  /** Whether a voice comes this way. */
  comesBy(bridge: Bridge): boolean {
    return [...this.entries.values()].some((entry) => entry.bridge === bridge)
  }

  /** Lines of this way that nothing replaced. */
  dropBridged(bridge: Bridge): void {
    for (const entry of this.entries.values()) if (entry.bridge === bridge) this.drop(entry)
    if (this.bridge === bridge) this.bridge = null
    this.parts.onChange()
  }

  /** The connection that the server knows of; not one that is kept until it is replaced. */
  private current(peerId: string): Entry | undefined {
    return [...this.entries.values()].find(
      (entry) => entry.link !== null && entry.peerId === peerId && entry.lostAtMs === null,
    )
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
      if (entry.lostAtMs !== null && (!entry.line.alive || nowMs - entry.lostAtMs > graceMs)) {
        this.drop(entry)
        changed = true
        continue
      }
      if (entry.line.level() > speakingLevel) entry.speakingAtMs = nowMs
      const speaking = nowMs - entry.speakingAtMs < speakingHoldMs
      changed ||= speaking !== entry.speaking
      entry.speaking = speaking
    }
    if (changed) this.parts.onChange()
  }

  /** Measures every line. Called every two seconds. */
  async measure(): Promise<void> {
    for (const entry of this.entries.values()) {
      const reports = entry.line.alive ? await entry.line.stats() : null
      if (reports === null) continue
      const { count, quality } = measureLine(reports, entry.count)
      entry.count = count
      entry.quality = quality
    }
    this.parts.onChange()
  }

  /** Sends another track to all peers. */
  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await Promise.all([...this.entries.values()].map(({ line }) => line.replaceTrack(track)))
  }

  setTaste(key: string, taste: Partial<Taste>): void {
    this.tastes.set(key, { ...(this.tastes.get(key) ?? plain), ...taste })
    for (const entry of this.entries.values()) this.season(entry)
    this.parts.onChange()
  }

  /** Closes the connections to a blocked person. */
  dropKey(key: string): void {
    for (const entry of this.entries.values()) if (keyOf(entry) === key) this.refuse(entry)
    this.parts.onChange()
  }

  clear(): void {
    this.bridge = null
    for (const entry of this.entries.values()) this.drop(entry)
    this.parts.onChange()
  }

  /** Who is shown: one line a person, even while an old line is being replaced by a new one. */
  list(): readonly Person[] {
    const all = [...this.entries.values()]
    const fresh = all.filter((entry) => entry.lostAtMs === null && !isSpare(entry, all))
    const old = all.filter((entry) => entry.lostAtMs !== null && !fresh.some((one) => keyOf(one) === keyOf(entry)))
    // Who has not answered yet may be one of the old, and is not shown twice.
    const isUnknown = ({ line, name }: Entry): boolean =>
      line.fingerprint === null && old.some((one) => name === null || one.name === name)
    return [...old, ...fresh.filter((entry) => !isUnknown(entry))].map((entry) => this.personOf(entry))
  }

  /** A peer who was here first: we send the offer. In Janus no one does, and newcomers are met as well. */
  meet(peerId: string, name: string | null): void {
    const isBlocked = name !== null && this.parts.isBlocked(name)
    if (isBlocked) this.bridge?.refuse(peerId)
    else if (this.bridge) this.openBridged(this.bridge, peerId, name)
    else this.open(peerId, name, true)
  }

  private async offered(peerId: string, name: string | null, sdp: string): Promise<void> {
    if (name !== null && this.parts.isBlocked(name)) return
    const entry = this.current(peerId) ?? this.open(peerId, name, false)
    await entry?.link?.takeOffer(sdp)
  }

  private open(peerId: string, name: string | null, offers: boolean): Entry | null {
    if (this.current(peerId) || this.connections >= maxLines) return null
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
    return this.add(peerId, name, { lineId, line: link, link, bridge: null })
  }

  private openBridged(bridge: Bridge, peerId: string, name: string | null): void {
    if ([...this.entries.values()].some((entry) => entry.bridge === bridge && entry.peerId === peerId)) return
    this.lines += 1
    const lineId = String(this.lines)
    const line = bridge.voiceOf(peerId, {
      isDirect: this.current(peerId) !== undefined,
      onChange: () => this.changed(lineId),
      onTrack: (track) => {
        if (track) this.parts.playback.play(lineId, track)
        else this.parts.playback.stop(lineId)
        const entry = this.entries.get(lineId)
        if (entry) this.season(entry)
      },
    })
    this.add(peerId, name, { lineId, line, link: null, bridge })
  }

  private add(peerId: string, name: string | null, way: Pick<Entry, 'lineId' | 'line' | 'link' | 'bridge'>): Entry {
    const entry: Entry = {
      ...way,
      peerId,
      name,
      lostAtMs: null,
      speakingAtMs: -speakingHoldMs,
      speaking: false,
      count: null,
      quality: null,
      shown: null,
    }
    this.entries.set(way.lineId, entry)
    this.parts.onChange()
    return entry
  }

  private get connections(): number {
    return [...this.entries.values()].filter(({ link }) => link !== null).length
  }

  private changed(lineId: string): void {
    const entry = this.entries.get(lineId)
    if (!entry) return
    if (this.parts.isBlocked(keyOf(entry))) return this.refuse(entry)
    this.season(entry)
    if (entry.line.state === 'connected' && entry.lostAtMs === null) {
      for (const other of this.entries.values()) if (isReplaced(other, entry)) this.drop(other)
    }
    this.parts.onChange()
  }

  private season(entry: Entry): void {
    const { volume, mutedForMe } = this.tastes.get(keyOf(entry)) ?? plain
    this.parts.playback.setVolume(entry.lineId, volume, mutedForMe)
  }

  private refuse(entry: Entry): void {
    entry.line.refuse()
    this.drop(entry)
  }

  private drop({ lineId, line }: Entry): void {
    line.close()
    this.parts.playback.stop(lineId)
    this.entries.delete(lineId)
  }

  private personOf(entry: Entry): Person {
    const { lineId, name, line, speaking, quality, lostAtMs } = entry
    const key = keyOf(entry)
    const state = lostAtMs !== null && line.state === 'connected' ? 'reconnecting' : line.state
    const { volume, mutedForMe } = this.tastes.get(key) ?? plain
    const person: Person = { lineId, key, name, line: state, quality, speaking, volume, mutedForMe }
    // The same object while nothing changes: in a large room only the rows that change are drawn again.
    if (!entry.shown || !isSame(entry.shown, person)) entry.shown = person
    return entry.shown
  }
}

/** Of two ways to one person, the one that doesn't carry their voice: not yet, or no longer. */
function isSpare(entry: Entry, all: readonly Entry[]): boolean {
  const other = all.find((one) => one !== entry && one.peerId === entry.peerId && one.lostAtMs === null)
  if (!other) return false
  const [own, others] = [entry.line.state === 'connected', other.line.state === 'connected']
  return own === others ? Number(entry.lineId) > Number(other.lineId) : others
}

/**
 * Whether connection `by` replaces `old`. True for a person who returned after being lost, and for the same
 * certificate: then the server hasn't noticed yet that the old peer is gone, or they are seen under another name now.
 */
export function isReplaced(old: Connected, by: Connected): boolean {
  if (old === by) return false
  const isSameCall = by.line.fingerprint !== null && old.line.fingerprint === by.line.fingerprint
  if (old.lostAtMs !== null) return isSameCall || keyOf(old) === keyOf(by)
  return isSameCall && Number(old.lineId) < Number(by.lineId)
}

function isSame(one: Person, other: Person): boolean {
  return Object.entries(other).every(([key, value]) => Reflect.get(one, key) === value)
}

/** A person's identity: a proven address, or else the certificate of their connections. */
function keyOf({ peerId, name, line }: Pick<Connected, 'peerId' | 'name' | 'line'>): string {
  return name?.startsWith('0x') ? name : (line.fingerprint ?? peerId)
}
