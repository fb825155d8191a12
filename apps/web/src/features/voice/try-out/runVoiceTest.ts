import { type ApiClient, type IceAnswer, voiceNamespace } from '@parley/protocol'
import { io } from 'socket.io-client'
import { serversOf } from '../call/createIceSource.ts'

export const testSteps = ['server', 'loop', 'relay'] as const
export type TestStep = (typeof testSteps)[number]

/** How a step went; `code` chooses its words, `ms` is how long something took. */
export interface StepResult {
  readonly state: 'running' | 'ok' | 'failed' | 'none'
  readonly code: string
  readonly ms?: number | null
}

interface TestParts {
  readonly api: ApiClient
  readonly track: MediaStreamTrack
  readonly onStep: (step: TestStep, result: StepResult) => void
}

const running: StepResult = { state: 'running', code: 'running' }

/**
 * Tries all that a call needs, one after the other.
 *
 * @returns the line from this browser to itself, still open, so that one can hear oneself; null where there is none.
 */
export async function runVoiceTest({
  api,
  track,
  onStep,
}: TestParts): Promise<Extract<LineResult, { ok: true }> | null> {
  onStep('server', running)
  const serverMs = await testServer()
  onStep('server', serverMs === null ? failed('server-away') : { state: 'ok', code: 'server', ms: serverMs })

  onStep('loop', running)
  const loop = await testLine(track, {})
  onStep('loop', loop.ok ? { state: 'ok', code: 'loop', ms: loop.roundTripMs } : failed(`loop-${loop.why}`))

  onStep('relay', running)
  onStep('relay', await testRelay(track, await api.request('voiceIce').catch(() => null)))
  return loop.ok ? loop : null
}

async function testRelay(track: MediaStreamTrack, ice: IceAnswer | null): Promise<StepResult> {
  if (ice === null) return failed('relay-unknown')
  if (!ice.relay) return { state: 'none', code: 'relay-none' }
  const line = await testLine(track, { iceServers: serversOf(ice.iceServers), iceTransportPolicy: 'relay' })
  if (!line.ok) return failed(`relay-${line.why}`)
  line.close()
  return { state: 'ok', code: 'relay', ms: line.roundTripMs }
}

function failed(code: string): StepResult {
  return { state: 'failed', code }
}

/** What became of a line from this browser to itself. */
type LineResult =
  | { readonly ok: true; readonly roundTripMs: number | null; readonly track: MediaStreamTrack; close(): void }
  | { readonly ok: false; readonly why: 'refused' | 'unreachable' | 'no-sound' | 'timed-out' }

const lineTimeoutMs = 12_000
const lookEveryMs = 100

/**
 * Sends audio from this browser to itself over WebRTC, and waits until packets arrive. Uses the relay alone if the
 * settings say so. The connection stays open until it is closed.
 */
async function testLine(track: MediaStreamTrack, settings: RTCConfiguration): Promise<LineResult> {
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
  const deadlineMs = performance.now() + lineTimeoutMs
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

const serverTimeoutMs = 10_000

/** Opens a line to the server's voice rooms. @returns how long that took, in ms; null where it did not come about. */
export async function testServer(): Promise<number | null> {
  const startedMs = performance.now()
  const socket = io(voiceNamespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: serverTimeoutMs,
  })
  try {
    return await new Promise<number | null>((resolve) => {
      socket.once('connect', () => resolve(Math.round(performance.now() - startedMs)))
      socket.once('connect_error', () => resolve(null))
    })
  } finally {
    socket.disconnect()
  }
}
