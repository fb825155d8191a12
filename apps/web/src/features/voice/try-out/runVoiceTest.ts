import type { ApiClient, IceAnswer } from '@parley/protocol'
import { serversOf } from '../call/settingsOf.ts'
import { testLine, type LineResult } from './testLine.ts'
import { testServer } from './testServer.ts'

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
