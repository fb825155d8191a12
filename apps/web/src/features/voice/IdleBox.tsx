import type { ReactNode } from 'react'
import { voiceText } from '../../text/voice.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { roomLabel } from './voiceNames.ts'
import './VoiceBox.css'

interface IdleBoxProps {
  readonly room: string
  readonly people: number | null
  readonly isPrivate: boolean
  /** The button that was pressed, while its request runs. */
  readonly busy: 'join' | 'check' | null
  readonly problem: ReactNode
  readonly onJoin: () => void
  readonly onCheck: () => void
  /** More about this room, or what went wrong before. */
  readonly children?: ReactNode
}

/** The box before joining. */
export function IdleBox(props: IdleBoxProps): ReactNode {
  const { room, people, isPrivate, busy, problem, onJoin, onCheck, children } = props
  return (
    <section className="voice" aria-label={voiceText.title}>
      <div className="voice-head">
        <h3 className="caps">{voiceText.title}</h3>
        <span className="voice-room">{roomLabel(room)}</span>
      </div>
      <p className="voice-text muted">
        {people === null || isPrivate ? null : `${voiceText.people(people)} `}
        {isPrivate ? `${voiceText.private} ` : null}
        {voiceText.off}
      </p>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {children}
      <div className="row voice-acts">
        <Button working={busy === 'join'} onClick={onJoin}>
          {voiceText.join}
        </Button>
        <button type="button" className="text-button" aria-busy={busy === 'check' || undefined} onClick={onCheck}>
          {busy === 'check' ? voiceText.loading : voiceText.check}
        </button>
      </div>
    </section>
  )
}
