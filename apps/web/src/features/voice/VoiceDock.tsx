import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { voiceText } from '../../text/voice.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import type { Call } from './call/Call.ts'
import { personName, roomLabel } from './voiceNames.ts'
import { seekRoom, useIsShown } from './shownRooms.ts'
import { Voice } from './Voice.tsx'
import './VoiceDock.css'

/** The call while its box is out of sight: on another page, or further up. */
export function VoiceDock({ call }: { call: Call }): ReactNode {
  const { phase, wanted, roomId, muted, people, talkingWhileMuted, playbackBlocked } = useStore(call.store)
  const shown = useIsShown(wanted)
  const inCall = phase === 'connected' || phase === 'reconnecting'
  if (!inCall || shown || !call.ticket) return null
  const label = roomLabel(roomId ?? call.ticket.roomId)
  const speaker = people.find(({ speaking, mutedForMe }) => speaking && !mutedForMe)
  const words = talkingWhileMuted
    ? callText.talkingWhileMuted
    : phase === 'reconnecting'
      ? callText.lines.reconnecting
      : speaker
        ? callText.isSpeaking(personName(speaker))
        : callText.talkingTo(people.length)
  return (
    <aside className="voice-dock" aria-label={callText.dock}>
      <Voice speaking={speaker !== undefined} />
      <Link
        href={call.ticket.path}
        className="voice-dock-words"
        aria-label={callText.back(label)}
        onClick={() => seekRoom(wanted)}
      >
        <b>{label}</b>
        <small>{words}</small>
      </Link>
      {playbackBlocked ? (
        <Button sentence look="primary" onClick={() => void call.hear()}>
          {callText.hear}
        </Button>
      ) : null}
      <Button
        className="voice-dock-mute"
        aria-pressed={muted}
        icon={muted ? 'microphoneOff' : 'microphone'}
        onClick={() => call.setMuted(!muted)}
      >
        {muted ? voiceText.unmute : voiceText.mute}
      </Button>
      <IconButton icon="leave" label={voiceText.leave} onClick={() => call.leave()} />
    </aside>
  )
}
