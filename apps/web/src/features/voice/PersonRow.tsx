import { useId, useState, type ReactNode } from 'react'
import { callText } from '../../text/call.lazy.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Call } from './call/Call.ts'
import type { Person } from './call/CallState.ts'
import { isProven, personName } from './voiceNames.ts'
import { QualityMark } from './QualityMark.tsx'
import { Voice } from './Voice.tsx'

interface PersonRowProps {
  readonly call: Call
  readonly person: Person
  /** What they are to the visitor. */
  readonly role: string | null | undefined
}

/** A person in the call, with the controls for their voice. */
export function PersonRow({ call, person, role }: PersonRowProps): ReactNode {
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = personName(person)
  const heard = person.speaking && !person.mutedForMe
  return (
    <li className="voice-person" data-line={person.line}>
      <span className={heard ? 'voice-face voice-face-speaking' : 'voice-face'}>
        <Avatar seed={person.name ?? person.key} sizePx={34} />
      </span>
      <div className="voice-who">
        <b className="num" title={person.name ?? undefined}>
          {name}
          {isProven(person) ? (
            <span className="voice-proven" title={callText.proven}>
              <Icon name="check" />
              <span className="unseen">{callText.proven}</span>
            </span>
          ) : null}
        </b>
        <small className="muted">{stateWords(person, role)}</small>
      </div>
      <Voice speaking={heard} />
      {person.line === 'connected' && person.quality ? <QualityMark quality={person.quality} /> : null}
      <IconButton
        icon="more"
        label={callText.more(name)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      {open ? <PersonControls call={call} person={person} name={name} id={id} /> : null}
    </li>
  )
}

function PersonControls(props: { call: Call; person: Person; name: string; id: string }): ReactNode {
  const { call, person, name, id } = props
  const { key, volume, mutedForMe } = person
  return (
    <div className="voice-controls" id={id}>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-label={callText.volume(name)}
        onChange={(event) => call.setTaste(key, { volume: Number(event.target.value) / 100 })}
      />
      <span className="num voice-volume" aria-hidden="true">
        {Math.round(volume * 100)} %
      </span>
      <Button
        sentence
        look="quiet"
        aria-pressed={mutedForMe}
        onClick={() => call.setTaste(key, { mutedForMe: !mutedForMe })}
      >
        {mutedForMe ? callText.unmuteForMe : callText.muteForMe}
      </Button>
      <Button sentence look="quiet" onClick={() => call.block(key, person.name)}>
        {callText.block}
      </Button>
    </div>
  )
}

function stateWords(person: Person, role: string | null | undefined): string {
  const { line, speaking, mutedForMe } = person
  // Anyone can type any name. The row says that it is unproven, unless it has something more urgent to say.
  const quiet = person.name !== null && !isProven(person) ? callText.notProven : ''
  const state =
    line === 'failed'
      ? `${callText.lines.failed}. ${callText.failedHint}`
      : line === 'connected'
        ? mutedForMe
          ? callText.mutedForYou
          : speaking
            ? callText.speaking
            : quiet
        : callText.lines[line]
  const words = [role, state].filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
