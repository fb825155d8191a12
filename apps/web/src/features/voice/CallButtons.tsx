import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { voiceText } from '../../text/voice.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import type { Call } from './call/Call.ts'

interface CallButtonsProps {
  readonly call: Call
  /** Where there is little room, leaving is an icon. */
  readonly compact?: boolean
}

/** Mute and leave: in the box of a call, on its folded line, and in the dock. */
export function CallButtons({ call, compact = false }: CallButtonsProps): ReactNode {
  const muted = useStore(call.store, (state) => state.muted)
  const leave = (): void => call.leave()
  return (
    <>
      <Button aria-pressed={muted} icon={muted ? 'microphoneOff' : 'microphone'} onClick={() => call.setMuted(!muted)}>
        {muted ? voiceText.unmute : voiceText.mute}
      </Button>
      {compact ? (
        <IconButton icon="leave" label={voiceText.leave} onClick={leave} />
      ) : (
        <Button icon="leave" onClick={leave}>
          {voiceText.leave}
        </Button>
      )}
    </>
  )
}
