import { parseVoiceRoom } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Call } from './call/Call.ts'
import { personName, roomLabel } from './voiceNames.ts'
/** What one should know right now: from what is broken to what is merely so. */
export function CallNotes({ call, room }: { call: Call; room: string }): ReactNode {
  const { phase, roomId, talkingWhileMuted, playbackBlocked, relay, hidden, blocked } = useStore(call.store)
  const isOpenRoom = parseVoiceRoom(room)?.kind === 'open'
  return (
    <div className="voice-notes">
      {phase === 'reconnecting' ? <Note tone="warn">{callText.reconnectingText}</Note> : null}
      {playbackBlocked ? (
        <Note
          tone="warn"
          role="alert"
          action={
            <Button sentence onClick={() => void call.hear()}>
              {callText.hear}
            </Button>
          }
        >
          {callText.playbackBlocked}
        </Note>
      ) : null}
      {hidden && relay === 'refused' ? (
        <Note tone="bad" role="alert">
          {callText.hideRefused}
        </Note>
      ) : null}
      {talkingWhileMuted ? (
        <Note tone="warn" role="status">
          {callText.talkingWhileMuted}
        </Note>
      ) : null}
      {roomId !== null && roomId !== room ? (
        <Note tone="plain">{callText.ledOn(roomLabel(room), roomLabel(roomId))}</Note>
      ) : null}
      {blocked.map(({ key, name }) => (
        <Note
          key={key}
          tone="plain"
          action={
            <Button sentence look="quiet" onClick={() => call.unblock(key)}>
              {callText.unblock}
            </Button>
          }
        >
          {callText.blocked(personName({ key, name }))}
        </Note>
      ))}
      {isOpenRoom ? (
        <p className="voice-privacy muted">
          <Icon name={hidden ? 'lock' : 'info'} />
          {hidden ? callText.hiddenShort : callText.shownShort}
        </p>
      ) : null}
    </div>
  )
}
