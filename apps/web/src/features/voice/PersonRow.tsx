import { memo, useId, useState, type ReactNode } from 'react'
import { callText } from '../../text/call.lazy.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Call } from './call/Call.ts'
import type { Person, Quality } from './call/CallState.ts'
import { isProven, personName } from './voiceNames.ts'
import { useStore } from 'zustand'
import { addressIn } from '../../services/drafts.ts'
import { Nickname } from '../../services/people.tsx'
import { useAccount } from '../../services/walletConnection.ts'

interface PersonRowProps {
  readonly call: Call
  readonly person: Person
  /** What they are to the visitor. */
  readonly role: string | null | undefined
}

/** A person in the call, with the controls for their voice. */
export const PersonRow = memo(function PersonRow({ call, person, role }: PersonRowProps): ReactNode {
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = personName(person)
  const proven = isProven(person) ? addressIn(person.name ?? '') : null
  const heard = person.speaking && !person.mutedForMe
  return (
    <li className="voice-person" data-line={person.line}>
      <span className={heard ? 'voice-face voice-face-speaking' : 'voice-face'}>
        <Avatar seed={person.name ?? person.key} sizePx={34} />
      </span>
      <div className="voice-who">
        <b className="num" title={person.name ?? undefined}>
          {proven ? <Nickname of={proven} /> : null}
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
})

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

const bars: Readonly<Record<Quality, number>> = { poor: 1, fair: 2, good: 3 }

/** Connection quality as one to three bars, with a text for screen readers. */
function QualityMark({ quality }: { quality: Quality }): ReactNode {
  const label = callText.qualities[quality]
  return (
    <svg className={`voice-quality voice-quality-${quality}`} viewBox="0 0 16 14" role="img" aria-label={label}>
      <title>{label}</title>
      {[1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 5 - 4}
          y={13 - bar * 4}
          width="3.5"
          height={bar * 4}
          rx="1"
          opacity={bar <= bars[quality] ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}

const waveHeights = [7, 15, 10, 18, 8] as const

/** A speaking indicator: waveHeights that move. The text beside it says the same. */
export function Voice({ speaking }: { speaking: boolean }): ReactNode {
  return (
    <svg className={speaking ? 'voice-wave voice-wave-on' : 'voice-wave'} viewBox="0 0 30 20" aria-hidden="true">
      {waveHeights.map((height, at) => (
        <rect key={height} x={2 + at * 6} y={10 - height / 2} width="2.5" height={height} rx="1.25" />
      ))}
    </svg>
  )
}
