import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useAccount } from '../../services/walletConnection.ts'
import type { Call } from './call/Call.ts'
import { Voice } from './Voice.tsx'

/** Oneself in the call. */
export function OwnRow({ call }: { call: Call }): ReactNode {
  const muted = useStore(call.store, (state) => state.muted)
  const holding = useStore(call.store, (state) => state.holding)
  const speaking = useStore(call.store, (state) => state.speaking)
  const account = useAccount()
  const state = muted
    ? holding
      ? callText.held
      : callText.microphoneOff
    : speaking
      ? callText.speaking
      : callText.microphoneOn
  return (
    <li className="voice-person">
      <span className={speaking ? 'voice-face voice-face-speaking' : 'voice-face'}>
        <Avatar seed={account ?? callText.you} sizePx={34} />
      </span>
      <div className="voice-who">
        <b>{callText.you}</b>
        <small className="muted">{state.charAt(0).toUpperCase() + state.slice(1)}</small>
      </div>
      <Voice speaking={speaking} />
    </li>
  )
}
