import { parseVoiceRoom, type IceAnswer } from '@parley/protocol'

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
