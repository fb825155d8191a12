import { parseVoiceRoom } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { callWords } from '../../messages/callWords.ts'
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
      {phase === 'reconnecting' ? <Note tone="warn">{callWords.reconnectingText}</Note> : null}
      {playbackBlocked ? (
        <Note
          tone="warn"
          role="alert"
          action={
            <Button sentence onClick={() => void call.hear()}>
              {callWords.hear}
            </Button>
          }
        >
          {callWords.playbackBlocked}
        </Note>
      ) : null}
      {hidden && relay === 'refused' ? (
        <Note tone="bad" role="alert">
          {callWords.hideRefused}
        </Note>
      ) : null}
      {talkingWhileMuted ? (
        <Note tone="warn" role="status">
          {callWords.talkingWhileMuted}
        </Note>
      ) : null}
      {roomId !== null && roomId !== room ? (
        <Note tone="plain">{callWords.ledOn(roomLabel(room), roomLabel(roomId))}</Note>
      ) : null}
      {blocked.map(({ key, name }) => (
        <Note
          key={key}
          tone="plain"
          action={
            <Button sentence look="quiet" onClick={() => call.unblock(key)}>
              {callWords.unblock}
            </Button>
          }
        >
          {callWords.blocked(personName({ key, name }))}
        </Note>
      ))}
      {isOpenRoom ? (
        <p className="voice-privacy muted">
          <Icon name={hidden ? 'lock' : 'info'} />
          {hidden ? callWords.hiddenShort : callWords.shownShort}
        </p>
      ) : null}
    </div>
  )
}
