import './FoldedCall.css'
import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { tablePageText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import type { Call } from './call/Call.ts'
import { CallButtons } from './CallButtons.tsx'
import { Level } from './LevelMeter.tsx'
import { Voice } from './PersonRow.tsx'
import { useShownRoom } from './useShownRoom.ts'

interface FoldedCallProps {
  readonly call: Call
  readonly room: string
}

/** Whether the visitor is in this room's call. */
function useIsHere({ call, room }: FoldedCallProps): boolean {
  const { phase, wanted } = useStore(call.store)
  return wanted === room && (phase === 'connected' || phase === 'reconnecting')
}

/** Who is in the call and talks, on the line of a folded box. */
export function FoldedWords({ who, ...here }: FoldedCallProps & { readonly who: string }): ReactNode {
  const isHere = useIsHere(here)
  return (
    <>
      <b>{isHere ? who : words.voice(who)}</b>
      <small>{isHere ? <Words call={here.call} /> : words.voiceText}</small>
    </>
  )
}

function Words({ call }: Pick<FoldedCallProps, 'call'>): ReactNode {
  const { phase, people, muted, talkingWhileMuted } = useStore(call.store)
  const { alone, here, talks, muted: isMuted } = callText.folded
  if (talkingWhileMuted) return callText.talkingWhileMuted
  if (phase === 'reconnecting') return callText.lines.reconnecting
  const isTalking = people.some(({ speaking, mutedForMe }) => speaking && !mutedForMe)
  const [person] = people
  const state = !person
    ? alone
    : person.line !== 'connected'
      ? `${callText.lines[person.line]}.`
      : isTalking
        ? talks
        : here
  return muted ? `${state} ${isMuted}` : state
}

/** The other's voice, one's own level, and mute: what a call needs while its box is folded. */
export default function FoldedControls(props: FoldedCallProps): ReactNode {
  return useIsHere(props) ? <Controls {...props} /> : null
}

function Controls({ call, room }: FoldedCallProps): ReactNode {
  const { people, playbackBlocked } = useStore(call.store)
  const place = useRef<HTMLDivElement>(null)
  // In place of the dock.
  useShownRoom(place, room)
  return (
    <div ref={place} className="folded-call">
      {playbackBlocked ? (
        <Button sentence look="primary" onClick={() => void call.hear()}>
          {callText.hear}
        </Button>
      ) : (
        <Voice speaking={people.some(({ speaking, mutedForMe }) => speaking && !mutedForMe)} />
      )}
      <span className="folded-call-own">
        <OwnLevel call={call} />
        <CallButtons call={call} compact />
      </span>
    </div>
  )
}

/** Drawn alone: it changes ten times a second. */
function OwnLevel({ call }: Pick<FoldedCallProps, 'call'>): ReactNode {
  return <Level level={useStore(call.store, ({ level, muted }) => (muted ? 0 : level))} />
}
