import { openRoomSeats, portalRoomSchema } from '@parley/protocol'
import {
  ConfigError,
  defaultStunUrls,
  defaultTurnTtlS,
  type JanusConfig,
  type TurnConfig,
  type VoiceConfig,
} from '../config/serverConfig.ts'
type Env = Readonly<Record<string, string | undefined>>

interface Reading {
  /** Whether this is the local network, where one address plays every role. */
  readonly local: boolean
  readonly whole: (name: string, bounds: { from: number; to: number; otherwise: number }) => number
}

/** Shorter, and the secret can be guessed from any one credential. */
const shortestSecret = 16

/** @throws {ConfigError} for the first value that cannot be right. */
export function readVoiceConfig(env: Env, { local, whole }: Reading): VoiceConfig {
  return {
    stunUrls: env['STUN_URLS'] === 'none' ? [] : (addresses(env, 'STUN_URLS', /^stuns?:[^\s,]+$/) ?? defaultStunUrls),
    turn: turnConfig(env, whole),
    janus: janusConfig(env, whole),
    rooms: roomNames(env),
    socketsPerAddress: whole('VOICE_SOCKETS_PER_ADDRESS', { from: 1, to: 100_000, otherwise: local ? 20_000 : 40 }),
    joinsPerMinute: whole('VOICE_JOINS_PER_MINUTE', { from: 1, to: 1_000_000, otherwise: local ? 60_000 : 60 }),
  }
}

function roomNames(env: Env): readonly string[] | null {
  const text = env['VOICE_ROOMS']
  if (!text) return null
  return text.split(',').map((part) => {
    const name = part.trim()
    if (!portalRoomSchema.safeParse(name).success)
      throw new ConfigError('VOICE_ROOMS', `must be rooms like example-trading separated by commas, not "${name}".`)
    return name
  })
}

function turnConfig(env: Env, whole: Reading['whole']): TurnConfig | null {
  const urls = addresses(env, 'TURN_URLS', /^turns?:[^\s,]+$/)
  const secret = env['TURN_SECRET'] || null
  const ttlS = whole('TURN_TTL_S', { from: 60, to: 604_800, otherwise: defaultTurnTtlS })
  if (urls === undefined && secret === null) return null
  if (urls === undefined) throw new ConfigError('TURN_URLS', 'must name the relay that TURN_SECRET belongs to.')
  if (secret === null || secret.length < shortestSecret)
    throw new ConfigError(
      'TURN_SECRET',
      `must be the relay's static-auth-secret, of at least ${shortestSecret} characters.`,
    )
  return { urls, secret, ttlS }
}

function janusConfig(env: Env, whole: Reading['whole']): JanusConfig | null {
  const { JANUS_URL: url, JANUS_SECRET: secret } = env
  const meshSeats = whole('VOICE_MESH_PEOPLE', { from: 1, to: openRoomSeats, otherwise: openRoomSeats })
  if (!url) {
    if (secret) throw new ConfigError('JANUS_URL', 'must name the Janus that JANUS_SECRET belongs to.')
    return null
  }
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol))
    throw new ConfigError('JANUS_URL', 'must be the WebSocket address of a Janus, like ws://127.0.0.1:8188.')
  return { url, secret: secret || null, meshSeats }
}

function addresses(env: Env, name: string, form: RegExp): readonly string[] | undefined {
  const text = env[name]
  if (!text) return undefined
  return text.split(',').map((part) => {
    const url = part.trim()
    if (!form.test(url))
      throw new ConfigError(
        name,
        `must be addresses like ${name.slice(0, 4).toLowerCase()}:voice.example:3478 separated by commas, not "${url}".`,
      )
    return url
  })
}
