import { describe } from 'vitest'
import { Call } from '../../src/features/voice/call/Call.ts'
import { noCall, type CallState, VoiceProblem } from '../../src/features/voice/call/CallState.ts'
import CallBox from '../../src/features/voice/CallBox.tsx'
import { useDeniedToast } from '../../src/features/voice/VoiceBox.tsx'
import type { Room } from './room.tsx'
import { saysAll } from './says.tsx'

const roomId = 'parley-global'

const nobodySigns = () => Promise.reject(new VoiceProblem('not-signed'))

/** The box as on a page, without lazy loading. */
function Box({ call }: { call: Call }) {
  useDeniedToast(call)
  return <CallBox call={call} room={roomId} path="/p2p" people={null} fold={null} signIn={nobodySigns} />
}

/** The box of the open room, in a call that then comes to be like this. */
function box(state: Partial<CallState>): (room: Room) => Promise<void> {
  return async ({ session, show }) => {
    const call = new Call(session.api)
    show(<Box call={call} />)
    // The box subscribes once it is mounted.
    await new Promise((resolve) => requestAnimationFrame(resolve))
    call.store.setState({ ...noCall, ...state })
  }
}

const seated = { phase: 'connected', wanted: roomId, roomId } as const

describe('given the voice box', () => {
  saysAll(['voiceTitle', 'voiceJoin'], { when: 'no one has joined', scene: box({}) })
  saysAll(['voiceConnected', 'voiceMute', 'voiceLeave', 'voiceShare'], { when: 'one has joined', scene: box(seated) })
  saysAll(['voiceUnmute'], { when: 'one is muted', scene: box({ ...seated, muted: true }) })
  saysAll(['callBridgeAway'], { when: 'Janus is away', scene: box({ ...seated, bridge: 'away' }) })
  saysAll(['voiceDenied'], { when: 'the microphone is not allowed', scene: box({ problem: 'denied' }) })
})
