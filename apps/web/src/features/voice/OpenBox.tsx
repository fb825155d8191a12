import './OpenBox.css'
import { frameText } from '../../text/frame.ts'
import { voiceText } from '../../text/voice.ts'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Call } from './call/Call.ts'
import type { Ticket } from './call/CallState.ts'
import { CallButtons } from './CallButtons.tsx'
import { VoiceHead } from './IdleBox.tsx'
import { OwnRow, PersonRow } from './PersonRow.tsx'
import { roomLabel, personName } from './voiceNames.ts'
import { SettingsDialog } from './SettingsDialog.tsx'
import { parseVoiceRoom } from '@parley/protocol'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'

interface OpenBoxProps {
  readonly call: Call
  readonly room: string
  readonly path: string
  readonly signIn: NonNullable<Ticket['signIn']>
  readonly roleOf?: (address: string) => string | null
}

/** The box of a call: who is here, and what one can do. */
export function OpenBox({ call, room, path, signIn, roleOf }: OpenBoxProps): ReactNode {
  const [settings, setSettings] = useState(false)
  const phase = useStore(call.store, (state) => state.phase)
  const roomId = useStore(call.store, (state) => state.roomId)
  const people = useStore(call.store, (state) => state.people)
  const connected = phase === 'connected'
  return (
    <section className="voice voice-open" aria-label={voiceText.title}>
      <VoiceHead room={roomId ?? room}>
        <span role="status">
          <Badge icon={connected ? 'checkCircle' : 'refresh'} tone={connected ? 'ok' : 'warn'}>
            {connected ? voiceText.connected : callText.reconnecting}
          </Badge>
        </span>
      </VoiceHead>
      {/* Above everything that appears and disappears, so that no button moves under the pointer. */}
      <div className="row voice-acts">
        <CallButtons call={call} />
        <IconButton icon="settings" label={callText.settings} onClick={() => setSettings(true)} />
      </div>
      <CallNotes call={call} room={room} />
      <ul className="voice-people" aria-label={callText.people}>
        {people.map((person) => (
          <PersonRow
            key={person.lineId}
            call={call}
            person={person}
            role={person.name ? roleOf?.(person.name) : null}
          />
        ))}
        <OwnRow call={call} />
      </ul>
      {people.length === 0 && connected ? <p className="voice-text muted">{callText.alone}</p> : null}
      <div className="voice-share">
        <p className="muted">{voiceText.share}</p>
        <CopyButton text={window.location.origin + path} label={frameText.copyLink} doneLabel={frameText.copied} />
      </div>
      <SettingsDialog call={call} room={room} signIn={signIn} open={settings} onClose={() => setSettings(false)} />
    </section>
  )
}

/** What one should know right now: from what is broken to what is merely so. */
export function CallNotes({ call, room }: { call: Call; room: string }): ReactNode {
  const { phase, roomId, talkingWhileMuted, playbackBlocked, relay, hidden, blocked, bridge } = useStore(call.store)
  const isHidden = hidden || bridge === 'on'
  const isOpenRoom = parseVoiceRoom(room)?.kind === 'open'
  return (
    <div className="voice-notes">
      {phase === 'reconnecting' ? <Note tone="warn">{callText.reconnectingText}</Note> : null}
      {bridge === 'away' ? (
        <Note tone="warn" role="alert">
          {callText.bridgeAway}
        </Note>
      ) : null}
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
          <Icon name={isHidden ? 'lock' : 'info'} />
          {isHidden ? callText.hiddenShort : callText.shownShort}
        </p>
      ) : null}
    </div>
  )
}
