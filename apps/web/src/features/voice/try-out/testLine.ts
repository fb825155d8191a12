/** What became of a line from this browser to itself. */
export type LineResult =
  | { readonly ok: true; readonly roundTripMs: number | null; readonly track: MediaStreamTrack; close(): void }
  | { readonly ok: false; readonly why: 'refused' | 'unreachable' | 'no-sound' | 'timed-out' }

const timeoutMs = 12_000
const lookEveryMs = 100

/**
 * Sends audio from this browser to itself over WebRTC, and waits until packets arrive. Uses the relay alone if the
 * settings say so. The connection stays open until it is closed.
 */
export async function testLine(track: MediaStreamTrack, settings: RTCConfiguration): Promise<LineResult> {
  const [here, there] = [new RTCPeerConnection(settings), new RTCPeerConnection(settings)]
  const errors = new Set<number>()
  join(here, there, errors)
  join(there, here, errors)
  const heard = new Promise<MediaStreamTrack>((resolve) =>
    there.addEventListener('track', (event) => resolve(event.track)),
  )
  const close = (): void => {
    here.close()
    there.close()
  }
  here.addTrack(track)
  await here.setLocalDescription()
  if (here.localDescription) await there.setRemoteDescription(here.localDescription)
  await there.setLocalDescription()
  if (there.localDescription) await here.setRemoteDescription(there.localDescription)
  const roundTripMs = await firstPacket(there)
  if (roundTripMs !== undefined) return { ok: true, roundTripMs, track: await heard, close }
  const connected = there.connectionState === 'connected'
  close()
  return { ok: false, why: connected ? 'no-sound' : whyOf(errors) }
}

function join(from: RTCPeerConnection, to: RTCPeerConnection, errors: Set<number>): void {
  from.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) void to.addIceCandidate(candidate).catch(() => undefined)
  })
  from.addEventListener('icecandidateerror', ({ errorCode }) => errors.add(errorCode))
}

/** @returns the time there and back, null where that is not known, undefined where nothing came in. */
async function firstPacket(connection: RTCPeerConnection): Promise<number | null | undefined> {
  const deadlineMs = performance.now() + timeoutMs
  while (performance.now() < deadlineMs) {
    let packets = 0
    let roundTripS: number | undefined
    for (const report of (await connection.getStats()).values()) {
      if (report.type === 'inbound-rtp') packets = report.packetsReceived ?? 0
      if (report.type === 'candidate-pair' && report.nominated) roundTripS = report.currentRoundTripTime
    }
    if (packets > 0) return roundTripS === undefined ? null : Math.round(roundTripS * 1000)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return undefined
}

/** What a relay answers whom it does not know, and what browsers say of one that does not answer. */
function whyOf(errors: ReadonlySet<number>): 'refused' | 'unreachable' | 'timed-out' {
  if (errors.has(401) || errors.has(403) || errors.has(441)) return 'refused'
  return errors.has(701) ? 'unreachable' : 'timed-out'
}
