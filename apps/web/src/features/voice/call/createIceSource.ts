import { type ApiClient, type IceAnswer, parseVoiceRoom } from '@parley/protocol'

/** What helps browsers find each other, as the server gives it. */
export interface IceSource {
  /** From the last answer, while its credentials serve for another while. */
  get(): Promise<IceAnswer>
  /** Asks again where the last answer is older than a minute. */
  fresh(): Promise<IceAnswer>
}

const freshMs = 60_000
/** Without the server, two browsers in one network still find each other. */
const nothing: IceAnswer = { success: true, iceServers: [], relay: false, ttlS: 1 }

export function createIceSource(api: ApiClient): IceSource {
  let last: { readonly atMs: number; readonly answer: IceAnswer } | null = null
  const ask = async (youngerThanMs: (answer: IceAnswer) => number): Promise<IceAnswer> => {
    if (last && performance.now() - last.atMs < youngerThanMs(last.answer)) return last.answer
    try {
      const answer = await api.request('voiceIce')
      last = { atMs: performance.now(), answer }
      return answer
    } catch {
      return last?.answer ?? nothing
    }
  }
  return {
    get: () => ask(({ ttlS }) => (ttlS * 1000) / 2),
    fresh: () => ask(() => freshMs),
  }
}

interface Circumstances {
  readonly ice: IceAnswer
  readonly roomId: string
  /** What the visitor chose; null where they did not. */
  readonly hidden: boolean | null
}

/** How lines are opened. In an open room one talks through the relay where there is one, unless one chose otherwise. */
export function settingsOf(
  before: RTCConfiguration,
  { ice, roomId, hidden: chosen }: Circumstances,
): { readonly settings: RTCConfiguration; readonly hidden: boolean } {
  const isOpen = parseVoiceRoom(roomId)?.kind === 'open'
  const hidden = ice.relay && (chosen ?? isOpen)
  const settings: RTCConfiguration = {
    ...before,
    bundlePolicy: 'max-bundle',
    rtcpMuxPolicy: 'require',
    iceServers: serversOf(ice.iceServers),
    iceTransportPolicy: hidden ? 'relay' : 'all',
  }
  return { settings, hidden }
}

/** As browsers want it. */
export function serversOf(servers: IceAnswer['iceServers']): RTCIceServer[] {
  return servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }))
}
