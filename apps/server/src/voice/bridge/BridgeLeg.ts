import { bridgedRoomSeats, bridgeSlots, type VoiceCandidate } from '@parley/protocol'
import { z } from 'zod'
import { type HandleEvent, type Janus, JanusError, type JanusHandle, noAnswer } from './Janus.ts'

/** Messages to the browser of a leg. */
export interface LegVoice {
  /** Janus's answer to the line that carries the browser's own voice. */
  up(sdp: string): void
  /** Janus's offer of the line that carries the others. */
  down(sdp: string): void
  /** Another is there with their voice, or gone. `key`: of the certificate with which Janus knows them. */
  peer(peerId: string, key: string, there: boolean): void
  talks(peerId: string, talks: boolean): void
  /** Whom a slot carries from now on. */
  slot(slot: number, peerId: string | null): void
  /** The leg is of no use any more. */
  lost(): void
}

interface LegPlan {
  readonly janus: Janus
  /** Janus's number of the room. */
  readonly room: number
  /** The browser's. */
  readonly number: number
  readonly peerId: string
  readonly sdp: string
  readonly say: LegVoice
  /** What an empty slot carries; null in a room that this server doesn't know of yet. */
  readonly placeholder: Feed | null
  /** Whose voice isn't given to this one. */
  readonly isRefused: (peerId: string) => boolean
}

const roomExists = 427
const maxEarly = 50
/** Five packets of 20 ms on average above a whisper make talking. Louder is less: decibels below the loudest. */
const talkDetection = { audio_active_packets: 5, audio_level_average: 50 }

const feed = z.looseObject({
  id: z.int(),
  display: z.optional(z.string()),
  dummy: z.optional(z.boolean()),
  talking: z.optional(z.boolean()),
  streams: z.array(z.looseObject({ mid: z.string(), type: z.string() })),
})
/** With those who come again while Janus still has their old lines. */
const maxFeeds = bridgedRoomSeats * 2 + 1
const feeds = z.array(feed).max(maxFeeds)

export interface Feed {
  readonly id: number
  readonly mid: string
}

/** A person's two connections to Janus: one voice up, eight slots for voices down. */
export class BridgeLeg {
  readonly #plan: LegPlan
  readonly #peers = new Map<string, Feed & { readonly key: string }>()
  /** By slot. */
  readonly #heard = new Map<number, string>()
  /** Found by the browser before Janus has given the lines. */
  readonly #early: { readonly line: 'up' | 'down'; readonly candidate: VoiceCandidate }[] = []
  #up: JanusHandle | null = null
  #down: JanusHandle | null = null
  #empty: Feed | null
  #isClosed = false

  constructor(plan: LegPlan) {
    this.#plan = plan
    this.#empty = plan.placeholder
  }

  /** Opens both lines; the browser gets an answer and an offer. @throws {JanusError} */
  async open(): Promise<void> {
    const { janus, sdp } = this.#plan
    const [up, down] = await Promise.all([
      janus.attach((event) => this.#follow(event)),
      janus.attach((event) => this.#followDown(event)),
    ])
    this.#up = up
    this.#down = down
    if (this.#isClosed) return this.#detach()
    for (const { line, candidate } of this.#early.splice(0)) this.takeCandidate(line, candidate)
    // The room's placeholder is known from the people who came before.
    if (this.#empty) await Promise.all([this.#join(up, sdp), this.#listen(down, this.#empty)])
    else {
      await this.#create(up)
      await this.#join(up, sdp)
      if (!this.#empty) throw new JanusError(0, 'its room has no placeholder')
      await this.#listen(down, this.#empty)
    }
  }

  get number(): number {
    return this.#plan.number
  }

  get placeholder(): Feed | null {
    return this.#empty
  }

  async takeAnswer(sdp: string): Promise<void> {
    await this.#down?.ask({ request: 'start' }, { type: 'answer', sdp })
  }

  takeCandidate(line: 'up' | 'down', given: VoiceCandidate): void {
    const handle = line === 'up' ? this.#up : this.#down
    if (!handle && this.#early.length < maxEarly) this.#early.push({ line, candidate: given })
    const { candidate, sdpMid, sdpMLineIndex } = given
    if (candidate === '') handle?.trickle({ completed: true })
    else handle?.trickle({ candidate, sdpMid: sdpMid ?? '0', sdpMLineIndex: sdpMLineIndex ?? 0 })
  }

  /** Has a slot carry another voice, or none. Asks again until Janus answers. */
  async hear(slot: number, peerId: string | null): Promise<void> {
    const peer = peerId === null || this.#plan.isRefused(peerId) ? undefined : this.#peers.get(peerId)
    const source = peer ?? this.#empty
    if (!source || !this.#down) return
    const heard = peer && peerId !== null ? peerId : null
    if (heard === null) this.#heard.delete(slot)
    else this.#heard.set(slot, heard)
    const change = { feed: source.id, mid: source.mid, sub_mid: String(slot) }
    try {
      this.#followDown(await this.#down.ask({ request: 'switch', streams: [change] }))
      this.#plan.say.slot(slot, heard)
    } catch (error) {
      if (!(error instanceof JanusError)) throw error
      // Whether Janus has done it is unknown, so the browser isn't told that the other left.
      const isWanted = !this.#isClosed && (this.#heard.get(slot) ?? null) === heard
      if (error.code === noAnswer && isWanted) return this.hear(slot, peerId)
      // The other left at this moment.
      this.#heard.delete(slot)
      this.#plan.say.slot(slot, null)
    }
  }

  /** Takes a voice away that its owner doesn't want to be heard here. */
  async refuse(peerId: string): Promise<void> {
    const peer = this.#peers.get(peerId)
    if (!peer) return
    this.#peers.delete(peerId)
    this.#plan.say.peer(peerId, peer.key, false)
    for (const [slot, heard] of this.#heard) if (heard === peerId) await this.hear(slot, null)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#detach()
  }

  /**
   * Janus forgets a room when it starts again, so each makes it that doesn't know of it. Joining first and making it only where it is
   * missing would have Janus prepare the line twice, which it can't.
   */
  async #create(up: JanusHandle): Promise<void> {
    await up.ask({ request: 'create', ...roomSettings(this.#plan.room) }).catch((error: unknown) => {
      if (!(error instanceof JanusError) || error.code !== roomExists) throw error
    })
  }

  async #join(up: JanusHandle, sdp: string): Promise<void> {
    const { room, peerId, say } = this.#plan
    const display = `${peerId} ${fingerprintOf(sdp) ?? ''}`
    const request = { request: 'joinandconfigure', ptype: 'publisher', room, display }
    const joined = await up.ask(request, { type: 'offer', sdp })
    if (joined.sdp !== null) say.up(joined.sdp)
    this.#meet(joined.data['publishers'])
  }

  async #listen(down: JanusHandle, { id, mid }: Feed): Promise<void> {
    const { room } = this.#plan
    const slots = Array.from({ length: bridgeSlots }, (_, slot) => ({ feed: id, mid, crossrefid: String(slot) }))
    const request = { request: 'join', ptype: 'subscriber', room, autoupdate: false, streams: slots }
    this.#followDown(await down.ask(request))
  }

  #follow({ data }: HandleEvent): void {
    const { say } = this.#plan
    if (hasEnded(data)) return this.#lose(data)
    this.#meet(data['publishers'])
    for (const gone of [data['leaving'], data['unpublished']]) this.#part(gone)
    if (data['videoroom'] !== 'talking' && data['videoroom'] !== 'stopped-talking') return
    const talker = [...this.#peers].find(([, { id }]) => id === data['id'])
    if (talker) say.talks(talker[0], data['videoroom'] === 'talking')
  }

  #followDown({ data, sdp }: HandleEvent): void {
    if (hasEnded(data)) return this.#lose(data)
    if (sdp !== null) this.#plan.say.down(sdp)
  }

  /** A browser that ends its line says so by DTLS. Anything else is a fault. */
  #lose({ reason }: HandleEvent['data']): void {
    if (this.#isClosed) return
    this.close()
    if (reason !== 'DTLS alert') this.#plan.say.lost()
  }

  #meet(publishers: unknown): void {
    const listed = feeds.safeParse(publishers)
    if (!listed.success) return
    for (const { id, display, dummy, talking, streams } of listed.data) {
      const mid = streams.find(({ type }) => type === 'audio')?.mid
      const [, peerId, key] = /^([A-Za-z0-9_-]{20}) (.{1,300})$/.exec(display ?? '') ?? []
      if (mid === undefined || this.#peers.size > maxFeeds) continue
      if (dummy) this.#empty = { id, mid }
      else if (
        peerId !== undefined &&
        key !== undefined &&
        peerId !== this.#plan.peerId &&
        !this.#plan.isRefused(peerId)
      ) {
        this.#peers.set(peerId, { id, mid, key })
        this.#plan.say.peer(peerId, key, true)
        // Later only changes are said.
        if (talking) this.#plan.say.talks(peerId, true)
        // Their line is a new one, after a fault.
        for (const [slot, heard] of this.#heard) if (heard === peerId) void this.hear(slot, peerId)
      }
    }
  }

  /** A feed that was replaced by a newer one of the same person goes unnoticed. */
  #part(feedId: unknown): void {
    const gone = [...this.#peers].find(([, { id }]) => id === feedId)
    if (!gone) return
    const [peerId, { key }] = gone
    this.#peers.delete(peerId)
    this.#plan.say.peer(peerId, key, false)
  }

  #detach(): void {
    this.#up?.detach()
    this.#down?.detach()
  }
}

function hasEnded({ janus }: HandleEvent['data']): boolean {
  return janus === 'hangup' || janus === 'detached'
}

/** Janus checks that the line comes with this certificate, so it can't be another's. */
function fingerprintOf(sdp: string): string | null {
  return /^a=fingerprint:(\S+ [0-9A-F:]+)/im.exec(sdp)?.[1] ?? null
}

function roomSettings(room: number): Readonly<Record<string, unknown>> {
  return {
    room,
    description: 'Parley',
    // A placeholder and two who come again while Janus still has their old lines.
    publishers: bridgedRoomSeats * 2,
    audiocodec: 'opus',
    opus_fec: true,
    opus_dtx: true,
    audiolevel_ext: true,
    audiolevel_event: true,
    ...talkDetection,
    // Empty slots carry this.
    dummy_publisher: true,
    dummy_streams: [{ codec: 'opus' }],
  }
}
