import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { bridgedRoomSeats, parseVoiceRoom, voiceRequests, type VoiceRequest } from '@parley/protocol'
import type { Logger } from 'pino'
import type { JanusConfig } from '../../config/serverConfig.ts'
import { failureText } from '../../log.ts'
import type { KeyedMutex } from '../keyedMutex.ts'
import { type RoomBridge, seatOf, sittingIn, type VoiceSocket, type VoiceSpace } from '../rooms.ts'
import { BridgeLeg, type Feed } from './BridgeLeg.ts'
import { type Janus, openJanus } from './Janus.ts'

export type BridgeRequest = Extract<VoiceRequest, `bridge-${string}`>

interface BridgeParts {
  readonly config: JanusConfig
  /** Sites that share a Janus don't share rooms. */
  readonly site: string
  readonly space: VoiceSpace
  /** Whether people of a room can be at other servers. */
  readonly isShared: boolean
  readonly mutex: KeyedMutex
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Sent between servers: a person's voice isn't given to another any more. */
const refusedEvent = 'bridge-refused'
/** A line to the server that broke comes again in a moment. Until then the voice goes on. */
const graceMs = 10_000
const retryMs = 2_000

/** Open rooms of more people than a mesh carries go on in Janus (decision V9). Servers speak to it, browsers never. */
export class VoiceBridge implements RoomBridge {
  readonly #parts: BridgeParts
  readonly #janus: Janus
  readonly #legs = new Map<string, BridgeLeg>()
  /** By listener: whose voice is kept from them. Forgotten with the listener's connection. */
  readonly #refusals = new Map<string, Set<string>>()
  /** Of rooms that this server has joined in Janus, until Janus goes. Open rooms are few: fifty of each name. */
  readonly #placeholders = new Map<number, Feed>()
  readonly #graces = new Map<ReturnType<typeof setTimeout>, BridgeLeg>()
  #failures = 0

  constructor(parts: BridgeParts) {
    this.#parts = parts
    this.#janus = openJanus(parts.config, parts.log, { onUp: () => this.#back(), onDown: () => this.#away() })
    parts.space.on(refusedEvent, (listener: unknown, speaker: unknown) => {
      if (typeof listener === 'string' && typeof speaker === 'string') this.#refuse(listener, speaker)
    })
  }

  /** Seats of an open room right now: without Janus those of a mesh. */
  get seats(): number {
    return this.#janus.isUp() ? bridgedRoomSeats : this.meshSeats
  }

  get meshSeats(): number {
    return this.#parts.config.meshSeats
  }

  /** So few go back to a mesh. Well below its seats, so that no room is moved to and fro. */
  get #fewEnough(): number {
    return Math.ceil(this.meshSeats / 2)
  }

  counts(): { readonly isUp: boolean; readonly people: number; readonly failures: number } {
    return { isUp: this.#janus.isUp(), people: this.#legs.size, failures: this.#failures }
  }

  carries(people: number, isBridged: boolean): boolean {
    return this.#janus.isUp() && (people > this.meshSeats || (isBridged && people > this.#fewEnough))
  }

  /** @returns false for a malformed message. */
  take(socket: VoiceSocket, event: BridgeRequest, payload: unknown): boolean {
    const { roomId } = socket.data
    switch (event) {
      case 'bridge-open': {
        const message = voiceRequests[event].safeParse(payload)
        if (message.success && isOpenRoom(roomId)) void this.#open(socket, roomId, message.data)
        return message.success
      }
      case 'bridge-answer': {
        const message = voiceRequests[event].safeParse(payload)
        const leg = message.success ? this.#legOf(socket, message.data) : null
        if (message.success && leg) void this.#attempt(socket, leg, leg.takeAnswer(message.data.sdp))
        return message.success
      }
      case 'bridge-candidate': {
        const message = voiceRequests[event].safeParse(payload)
        if (message.success) this.#legOf(socket, message.data)?.takeCandidate(message.data.line, message.data.candidate)
        return message.success
      }
      case 'bridge-hear': {
        const message = voiceRequests[event].safeParse(payload)
        const leg = message.success ? this.#legOf(socket, message.data) : null
        if (message.success && leg) void this.#attempt(socket, leg, leg.hear(message.data.slot, message.data.peerId))
        return message.success
      }
      case 'bridge-heard': {
        const message = voiceRequests[event].safeParse(payload)
        if (message.success && roomId !== undefined)
          socket.to(seatOf(roomId, message.data.to)).emit('bridge-heard', { from: socket.id })
        return message.success
      }
      case 'bridge-refuse': {
        const message = voiceRequests[event].safeParse(payload)
        if (message.success) {
          this.#refuse(message.data.to, socket.id)
          if (this.#parts.isShared) this.#parts.space.serverSideEmit(refusedEvent, message.data.to, socket.id)
        }
        return message.success
      }
      case 'bridge-close': {
        this.#close(socket)
        return voiceRequests[event].safeParse(payload).success
      }
    }
  }

  left(socket: VoiceSocket, roomId: string, { isLost }: { readonly isLost: boolean }): void {
    const leg = this.#legs.get(socket.id)
    if (leg && isLost) {
      this.#legs.delete(socket.id)
      const timer = setTimeout(() => {
        this.#graces.delete(timer)
        leg.close()
      }, graceMs)
      this.#graces.set(timer, leg)
    } else this.#close(socket)
    if (socket.disconnected) this.#refusals.delete(socket.id)
    if (leg) void this.#settle(roomId, this.#fewEnough)
  }

  close(): void {
    this.#janus.close()
    for (const timer of this.#graces.keys()) clearTimeout(timer)
    for (const leg of [...this.#legs.values(), ...this.#graces.values()]) leg.close()
    this.#legs.clear()
  }

  /** Null for what the one before said. */
  #legOf(socket: VoiceSocket, { leg: number }: { readonly leg: number }): BridgeLeg | null {
    const leg = this.#legs.get(socket.id)
    return leg?.number === number ? leg : null
  }

  async #open(
    socket: VoiceSocket,
    roomId: string,
    { leg: number, sdp }: { readonly leg: number; readonly sdp: string },
  ): Promise<void> {
    this.#close(socket)
    const peerId = socket.id
    const room = numberOf(`${this.#parts.site} ${roomId}`)
    const leg = new BridgeLeg({
      janus: this.#janus,
      room,
      placeholder: this.#placeholders.get(room) ?? null,
      number,
      peerId,
      sdp,
      isRefused: (speaker) => this.#refusals.get(peerId)?.has(speaker) ?? false,
      say: {
        up: (answer) => socket.emit('bridge-up', { leg: number, sdp: answer }),
        down: (offer) => socket.emit('bridge-down', { leg: number, sdp: offer }),
        peer: (other, key, there) => socket.emit('bridge-peer', { leg: number, peerId: other, key, there }),
        talks: (other, talks) => socket.emit('bridge-talks', { leg: number, peerId: other, talks }),
        slot: (slot, other) => socket.emit('bridge-slot', { leg: number, slot, peerId: other }),
        lost: () => this.#failed(socket, leg),
      },
    })
    this.#legs.set(peerId, leg)
    socket.data.isBridged = true
    await this.#attempt(socket, leg, leg.open())
    if (leg.placeholder && this.#legs.get(peerId) === leg) this.#placeholders.set(room, leg.placeholder)
    else this.#placeholders.delete(room)
  }

  async #attempt(socket: VoiceSocket, leg: BridgeLeg, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#parts.log.warn({ reason: failureText(error) }, 'a voice could not be carried by Janus')
      this.#failed(socket, leg)
    }
  }

  /** The browser asks again; where Janus as a whole is away, when it is back. */
  #failed(socket: VoiceSocket, leg: BridgeLeg): void {
    // Another one has taken its place.
    if (this.#legs.get(socket.id) !== leg) return
    this.#failures += 1
    this.#close(socket)
    if (this.#janus.isUp()) socket.emit('bridge', { state: 'failed', leg: leg.number })
    else socket.emit('bridge', { state: 'away' })
  }

  #close(socket: VoiceSocket): void {
    this.#legs.get(socket.id)?.close()
    this.#legs.delete(socket.id)
    delete socket.data.isBridged
  }

  #refuse(listener: string, speaker: string): void {
    const socket = this.#parts.space.sockets.get(listener)
    if (!socket) return
    const speakers = this.#refusals.get(listener) ?? new Set()
    // A bound: fewer people pass through a room in a call.
    if (speakers.size < bridgedRoomSeats * 4) this.#refusals.set(listener, speakers.add(speaker))
    const leg = this.#legs.get(listener)
    if (leg) void this.#attempt(socket, leg, leg.refuse(speaker))
  }

  /** Small rooms go on as a mesh at once. In the others everyone keeps their seat and reads why it is silent. */
  #away(): void {
    const bridged = this.#rooms(({ data }) => data.isBridged === true)
    for (const [peerId, leg] of this.#legs) {
      leg.close()
      const socket = this.#parts.space.sockets.get(peerId)
      if (socket) delete socket.data.isBridged
    }
    this.#legs.clear()
    this.#placeholders.clear()
    this.#failures += 1
    for (const roomId of this.#rooms()) void this.#goWithout(roomId, bridged.has(roomId))
  }

  /** A small room that was never in Janus goes on as it is. */
  async #goWithout(roomId: string, isBridged: boolean): Promise<void> {
    if (isBridged ? await this.#settle(roomId, this.meshSeats) : await this.#isSmall(roomId)) return
    // Asking took so long that everyone has already read that it is back.
    if (this.#janus.isUp()) return
    // Also those whose lines were just being opened.
    this.#parts.space.local.in(roomId).emit('bridge', { state: 'away' })
  }

  #back(): void {
    for (const roomId of this.#rooms()) void this.#goOn(roomId)
  }

  #rooms(isMeant: (socket: VoiceSocket) => boolean = () => true): ReadonlySet<string> {
    const sockets = [...this.#parts.space.sockets.values()].filter(isMeant)
    const rooms = sockets.flatMap(({ data }) => data.roomId ?? [])
    return new Set(rooms.filter((roomId) => isOpenRoom(roomId)))
  }

  /** False also where another server doesn't say who sits there. */
  async #isSmall(roomId: string): Promise<boolean> {
    let people = Infinity
    await this.#quietly(async () => void (people = (await sittingIn(this.#parts.space, roomId)).length))
    return people <= this.meshSeats
  }

  /** Notifies the room's people at this server, as every server does. Retries where another one doesn't say who sits there. */
  async #goOn(roomId: string): Promise<void> {
    const said = () =>
      this.#quietly(() =>
        this.#parts.mutex.take(roomId, async () => {
          const people = await sittingIn(this.#parts.space, roomId)
          if (this.carries(people.length, false)) this.#parts.space.local.in(roomId).emit('bridge', { state: 'on' })
        }),
      )
    while (this.#janus.isUp() && !(await said())) await pause(retryMs, undefined, { ref: false })
  }

  /** Back to a mesh where few enough are left. Of each two, one calls the other. @returns whether it is one. */
  async #settle(roomId: string, fewEnough: number): Promise<boolean> {
    let isMesh = false
    await this.#quietly(() =>
      this.#parts.mutex.take(roomId, async () => {
        const people = await sittingIn(this.#parts.space, roomId)
        if (people.length > fewEnough) return
        isMesh = true
        this.#parts.space.in(roomId).emit('bridge', { state: 'off' })
        for (const caller of people) {
          for (const { id, data } of people) {
            if (id >= caller.id) continue
            caller.emit('connect-peer', { peerId: id, ...(data.name === undefined ? {} : { name: data.name }) })
          }
        }
      }),
    )
    return isMesh
  }

  /** @returns whether it was done. */
  async #quietly(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      this.#parts.log.warn({ reason: failureText(error) }, 'a room could not be moved between Janus and a mesh')
      return false
    }
  }
}

function isOpenRoom(roomId: string | undefined): roomId is string {
  return roomId !== undefined && parseVoiceRoom(roomId)?.kind === 'open'
}

/** Janus names rooms by numbers. JSON carries 52 bits. */
function numberOf(room: string): number {
  return Number.parseInt(createHash('sha256').update(room).digest('hex').slice(0, 13), 16)
}
