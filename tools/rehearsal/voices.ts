import { joinAnswerSchema, voiceNamespace } from '@parley/protocol'
import { io, type Socket } from 'socket.io-client'
import { pause } from './Crowd.ts'
import type { Site } from './Visitor.ts'

const joinTimeoutMs = 30_000
const rejoinMs = 2_000
const speakEveryMs = 5_000

/** A person in a room, who reconnects when the line is lost. */
interface Voice {
  readonly room: string
  readonly socket: Socket
  peers: Set<string>
  heardMs: number
  isSeated: boolean
}

export interface Voices {
  readonly count: number
  /** Whether all have a seat. */
  seated(): boolean
  /** How many have heard from another person in their room since. */
  heardSince(ms: number): number
}

/** People in open rooms, as far as servers are concerned: they find each other and pass on signals. */
export function talkInRooms(site: Site, count: number, rooms: readonly string[], signal: AbortSignal): Voices {
  const voices = Array.from({ length: count }, (_, number) => sit(site, rooms[number % rooms.length] ?? '', signal))
  return {
    count,
    seated: () => voices.every(({ isSeated }) => isSeated),
    heardSince: (ms) => voices.filter(({ heardMs }) => heardMs > ms).length,
  }
}

function sit(site: Site, room: string, signal: AbortSignal): Voice {
  const socket = io(site.origin + voiceNamespace, {
    transports: ['websocket'],
    forceNew: true,
    ca: site.authority,
    extraHeaders: { origin: site.origin },
    reconnectionDelay: rejoinMs,
    reconnectionDelayMax: 2 * rejoinMs,
  })
  const voice: Voice = { room, socket, peers: new Set(), heardMs: 0, isSeated: false }
  const join = async (): Promise<void> => {
    while (!signal.aborted && socket.connected && !voice.isSeated) {
      const answer = await socket
        .timeout(joinTimeoutMs)
        .emitWithAck('join-room', { roomId: room })
        .catch(() => null)
      const parsed = joinAnswerSchema.safeParse(answer)
      voice.isSeated = parsed.success && parsed.data.ok
      site.ledger.count('talking', voice.isSeated ? 'answered' : parsed.success ? 'refused' : 'cut')
      if (!voice.isSeated) await pause(rejoinMs, signal)
    }
  }
  socket.on('connect', () => void join())
  socket.on('disconnect', () => {
    voice.peers = new Set()
    voice.isSeated = false
  })
  socket.on('connect-peer', ({ peerId }: { peerId: string }) => {
    voice.peers.add(peerId)
    socket.emit('offer', { to: peerId, sdp: 'v=0' })
  })
  socket.on('offer', ({ from }: { from: string }) => {
    voice.peers.add(from)
    voice.heardMs = performance.now()
  })
  socket.on('ice-candidate', () => (voice.heardMs = performance.now()))
  socket.on('peer-left', ({ peerId }: { peerId: string }) => voice.peers.delete(peerId))
  void speak(voice, signal)
  signal.addEventListener('abort', () => socket.disconnect(), { once: true })
  return voice
}

async function speak(voice: Voice, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(speakEveryMs * (0.5 + Math.random()), signal)
    for (const to of voice.peers) voice.socket.emit('ice-candidate', { to, candidate: { candidate: '' } })
  }
}
