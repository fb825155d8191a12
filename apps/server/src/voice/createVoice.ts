import { createHmac } from 'node:crypto'
import { type IceAnswer, parseVoiceRoom, type RouteName } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { TurnConfig, VoiceConfig } from '../config/serverConfig.ts'
import type { Context } from '../context.ts'
import type { Fence } from '../fence.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { Site } from '../http/site.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { AccessCheck } from './checkAccess.ts'
import type { SharedLimits } from '../limits/sharedLimits.ts'
import { VoiceBridge } from './bridge/VoiceBridge.ts'
import { createConnectionLimiter } from './VoiceConnection.ts'
import { createKeyedMutex } from './keyedMutex.ts'
import { openVoiceSpace, type OpenVoiceSpace } from './openVoiceSpace.ts'
import { readKnownRooms, sittingIn, type VoiceSpace } from './rooms.ts'
import { receive } from './receive.ts'

/** How often those are looked for who hold a connection and sit nowhere. */
const sweepEveryMs = 30_000

/** The voice rooms' part of a server. */
export interface Voice {
  readonly handlers: Pick<Handlers, Extract<RouteName, `voice${string}`>>
  /** Answers websockets on the same port. */
  readonly attach: (app: FastifyInstance) => void
  /** This process's connections, how many it has refused, and the rooms with a seat taken through it. */
  counts(): { readonly sockets: number; readonly refused: number; readonly rooms: number }
  /** People of this server whose voices go through Janus; null without one. */
  bridge(): ReturnType<VoiceBridge['counts']> | null
  close(): Promise<void>
}

export async function createVoice(
  context: Context & {
    readonly site: Site
    readonly fence: Fence
    readonly sessions: Sessions
    readonly limits: SharedLimits | null
  },
  rooms: Pick<AccessCheck, 'partiesOf' | 'isBlocked' | 'onPartiesEnded'>,
): Promise<Voice> {
  const { config, log, site, fence, sessions, limits } = context
  const shared =
    config.database.engine === 'postgres'
      ? await (await import('./shareVoice.ts')).shareVoice(config.database, log)
      : null
  const isKnownRoom = await readKnownRooms(config, log)
  const limiter = createConnectionLimiter(config.voice, {
    trustedProxies: config.trustedProxies,
    site,
    sessions,
    limits,
    log,
  })
  const mutex = createKeyedMutex(shared ? shared.inTurn : (_roomId, work) => work())
  let space: VoiceSpace | null = null
  let bridge: VoiceBridge | null = null
  let refused = (): number => 0
  let close = async (): Promise<void> => undefined
  const people = createOccupancyCache(async (roomId) => (space ? (await sittingIn(space, roomId)).length : 0))
  const access = { sessions, ...rooms }
  return {
    handlers: {
      voiceIce: async ({ request }) => ({ status: 200, body: iceAnswer(config.voice, request.network) }),
      voiceRoom: async ({ params: { roomId } }) => {
        const room = parseVoiceRoom(roomId)
        if (room?.kind !== 'open' || !isKnownRoom(room.name))
          throw new HttpError(404, 'there is no such room here', { field: 'roomId' })
        return { status: 200, body: { success: true, people: await people.of(roomId) } }
      },
    },
    attach: (app) => {
      const opened = openVoiceSpace(app.server, {
        limiter,
        fence,
        shared,
        onEntered: (socket, connection) =>
          receive(socket, connection, { space: opened.space, limiter, mutex, access, isKnownRoom, bridge, log, fence }),
      })
      if (config.voice.janus) {
        const site = config.publicOrigin ?? ''
        const isShared = shared !== null
        bridge = new VoiceBridge({ config: config.voice.janus, site, space: opened.space, isShared, mutex, log })
      }
      const sweep = setInterval(() => letIdleGo(opened, fence), sweepEveryMs)
      space = opened.space
      refused = opened.refused
      close = async () => {
        clearInterval(sweep)
        bridge?.close()
        await opened.close()
        await shared?.close()
      }
      app.addHook('preClose', () => close())
    },
    bridge: () => bridge?.counts() ?? null,
    counts: () => ({ sockets: space?.sockets.size ?? 0, refused: refused(), rooms: space ? roomsOf(space) : 0 }),
    close: async () => (space ? undefined : shared?.close()),
  }
}

/** Closes connections that take no seat. */
function letIdleGo({ space, connectionOf }: OpenVoiceSpace, fence: Fence): void {
  const beforeMs = Date.now() - sweepEveryMs
  for (const socket of space.sockets.values()) {
    if (socket.data.roomId !== undefined || socket.handshake.issued >= beforeMs) continue
    const connection = connectionOf(socket)
    if (connection) fence.run('websocket', connection, () => void socket.disconnect(true))
  }
}

function roomsOf(space: VoiceSpace): number {
  return new Set([...space.sockets.values()].flatMap(({ data }) => data.roomId ?? [])).size
}

/** How many sit in a room, asked of all servers at most once in a while for each room. */
interface OccupancyCache {
  of(roomId: string): Promise<number>
}

const keptMs = 3_000
/** The fifty rooms of each of a few portals, and only open rooms are counted. */
const maxRooms = 400

function createOccupancyCache(
  count: (roomId: string) => Promise<number>,
  nowMs = () => performance.now(),
): OccupancyCache {
  const kept = new Map<string, { readonly atMs: number; readonly people: Promise<number> }>()
  return {
    of(roomId) {
      const known = kept.get(roomId)
      if (known && nowMs() - known.atMs < keptMs) return known.people
      if (kept.size >= maxRooms) kept.clear()
      const people = count(roomId)
      kept.set(roomId, { atMs: nowMs(), people })
      people.catch(() => kept.delete(roomId))
      return people
    },
  }
}

/** Without a relay there are no credentials to run out; the answer may be kept for an hour. */
const stunOnlyTtlS = 3_600

/** ICE servers for two browsers, with relay credentials bound to the requesting network. */
export function iceAnswer(
  { stunUrls, turn }: Pick<VoiceConfig, 'stunUrls' | 'turn'>,
  network: string,
  nowMs = Date.now(),
): IceAnswer {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (turn === null) return { success: true, iceServers: stun, relay: false, ttlS: stunOnlyTtlS }
  const relay = { urls: [...turn.urls], ...turnCredential(turn, network, nowMs) }
  return { success: true, iceServers: [...stun, relay], relay: true, ttlS: turn.ttlS }
}

/** A user of coturn for a while: the name says until when, the credential is the secret's word for it. */
interface TurnCredential {
  readonly username: string
  readonly credential: string
}

const hourS = 3_600

/**
 * Credentials for coturn's `use-auth-secret`: `<unix expiry>:<id>`, and base64 of its HMAC-SHA1. The id stands for a
 * network and an hour, so that coturn's `user-quota` counts per network. It reveals nothing without the secret.
 */
function turnCredential(
  { secret, ttlS }: Pick<TurnConfig, 'secret' | 'ttlS'>,
  network: string,
  nowMs: number,
): TurnCredential {
  const hour = Math.floor(nowMs / 1000 / hourS)
  const id = createHmac('sha256', secret).update(`${hour} ${network}`).digest('base64url').slice(0, 16)
  // From the end of the hour on: equal for all that are asked for within it.
  const username = `${(hour + 1) * hourS + ttlS}:${id}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
