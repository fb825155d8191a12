import './VoiceDock.css'
import { type ReactNode, createElement } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Call } from './call/Call.ts'
import { CallButtons } from './CallButtons.tsx'
import { personName, roomLabel } from './voiceNames.ts'
import { seekRoom, useIsShown } from './shownRooms.ts'
import { Voice } from './PersonRow.tsx'
import { createApiClient } from '@parley/protocol'
import { createRoot } from 'react-dom/client'

/** The call while its box is out of sight: on another page, or further up. */
export function VoiceDock({ call }: { call: Call }): ReactNode {
  const { phase, wanted, roomId, people, talkingWhileMuted, playbackBlocked } = useStore(call.store)
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
      <Link href={call.ticket.path} className="voice-dock-words" onClick={() => seekRoom(wanted)}>
        <span className="unseen">{callText.back} </span>
        <b>{label} </b>
        <small>{words}</small>
      </Link>
      {playbackBlocked ? (
        <Button sentence look="primary" onClick={() => void call.hear()}>
          {callText.hear}
        </Button>
      ) : null}
      <CallButtons call={call} compact />
    </aside>
  )
}

/** Creates the page's call, and the dock that stays visible across pages. It is rendered beside the app. */
export function startCall(): Call {
  const call = new Call(createApiClient(''))
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(createElement(VoiceDock, { call }))
  return call
}
