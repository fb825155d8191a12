/** Configuration of the voice rooms. */
export interface VoiceConfig {
  /** `stun:` addresses; empty to contact no outside server. */
  readonly stunUrls: readonly string[]
  /** A coturn with `use-auth-secret`; null where there is no relay. */
  readonly turn: TurnConfig | null
  /** Open rooms beside the general one and those of the page's portals; null where nothing was said. */
  readonly rooms: readonly string[] | null
  /** How many connections one address may hold at a time. */
  readonly socketsPerAddress: number
  /** How many connections, and how many entries into rooms, one address may make a minute. */
  readonly joinsPerMinute: number
}

export interface TurnConfig {
  readonly urls: readonly string[]
  /** coturn's `static-auth-secret`. */
  readonly secret: string
  /** How long the credentials of one request serve. */
  readonly ttlS: number
}

export const defaultStunUrls = ['stun:stun.l.google.com:19302', 'stun:stun.cloudflare.com:3478'] as const

/** A relay asks for the credentials again while it serves, so they last for a long talk. */
export const defaultTurnTtlS = 6 * 60 * 60
