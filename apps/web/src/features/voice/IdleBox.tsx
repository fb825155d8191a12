import { type ReactNode, useId } from 'react'
import { voiceText } from '../../text/voice.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { roomLabel } from './voiceNames.ts'
import type { VoiceFold } from './VoiceBoxProps.ts'
import './VoiceBox.css'

interface IdleBoxProps {
  readonly room: string
  readonly people: number | null
  readonly isPrivate: boolean
  readonly fold: VoiceFold
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
  const { room, people, isPrivate, fold, busy, problem, onJoin, onCheck, children } = props
  const id = useId()
  const who = isPrivate ? voiceText.privateShort : people === null ? null : voiceText.people(people)
  const join = (
    <Button icon="microphone" working={busy === 'join'} onClick={onJoin}>
      <JoinLabel />
    </Button>
  )
  const check = (
    <button type="button" className="text-button" aria-busy={busy === 'check' || undefined} onClick={onCheck}>
      {busy === 'check' ? voiceText.loading : voiceText.check}
    </button>
  )
  const notes = (
    <>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {children}
    </>
  )
  if (fold)
    return (
      <section className="voice voice-folds" aria-label={voiceText.title}>
        <div className="voice-line">
          <h2>
            <button
              type="button"
              className="voice-fold"
              aria-expanded={fold.open}
              aria-controls={fold.open ? id : undefined}
              onClick={fold.onToggle}
            >
              <span className="voice-fold-words">
                <span className="caps">{voiceText.title}</span>
                <small className="muted">{who ?? voiceText.off}</small>
              </span>
              <Icon name="down" />
            </button>
          </h2>
          {join}
        </div>
        {notes}
        {fold.open ? (
          <div className="voice-more" id={id}>
            <p className="voice-text muted">
              {isPrivate ? `${voiceText.private} ` : null}
              {voiceText.off}
            </p>
            <div className="voice-more-end">
              {check}
              <span className="voice-room">{roomLabel(room)}</span>
            </div>
          </div>
        ) : null}
      </section>
    )
  return (
    <section className="voice" aria-label={voiceText.title}>
      <VoiceHead room={room} />
      <p className="voice-text muted">
        {isPrivate ? `${voiceText.private} ` : people === null ? null : `${voiceText.people(people)} `}
        {voiceText.off}
      </p>
      {notes}
      <div className="row voice-acts">
        {join}
        {check}
      </div>
    </section>
  )
}

/** The label, its sign drawn by the button: a machine may have no font for it. Its letter is for screen readers. */
function JoinLabel(): ReactNode {
  const [sign, ...words] = voiceText.join.split(' ')
  return (
    <span>
      <span className="unseen">{sign}</span> {words.join(' ')}
    </span>
  )
}

/** Title and room of an unfolded box. */
export function VoiceHead({ room, children }: { room: string; children?: ReactNode }): ReactNode {
  return (
    <div className="voice-head">
      <h2 className="caps">{voiceText.title}</h2>
      <span className="voice-room">{roomLabel(room)}</span>
      {children}
    </div>
  )
}
