import { frameText } from '../../text/frame.ts'
import { voiceText } from '../../text/voice.ts'
import { useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Call } from './call/Call.ts'
import type { Ticket } from './call/CallState.ts'
import { IdleBox, VoiceHead } from './IdleBox.tsx'
import { isPrivateRoom, roomLabel, problemText } from './voiceNames.ts'
import { OpenBox } from './OpenBox.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { useShownRoom } from './useShownRoom.ts'
import type { VoiceBoxProps, VoiceFold } from './VoiceBoxProps.ts'

interface CallBoxProps extends VoiceBoxProps {
  readonly call: Call
  readonly people: number | null
  readonly fold: VoiceFold
  /** Signs the wallet in unless it is. */
  readonly signIn: NonNullable<Ticket['signIn']>
}

/** The box once the call was fetched: before joining, on the way, and within. */
export default function CallBox(props: CallBoxProps): ReactNode {
  const { call, room, path, signIn } = props
  const phase = useStore(call.store, (state) => state.phase)
  const wanted = useStore(call.store, (state) => state.wanted)
  const here = wanted === room
  const place = useRef<HTMLDivElement>(null)
  useShownRoom(place, room)
  const ticket: Ticket = { roomId: room, path, signIn }
  const isOpen = here && (phase === 'connected' || phase === 'reconnecting')
  const isOnItsWay = here && (phase === 'signing' || phase === 'asking' || phase === 'joining')
  return (
    <div ref={place}>
      {isOpen ? (
        <OpenBox {...props} />
      ) : isOnItsWay ? (
        <OnItsWay call={call} room={room} />
      ) : (
        <Before {...props} ticket={ticket} />
      )}
    </div>
  )
}

/** Not in this room: what went wrong, or that one talks elsewhere. */
function Before({ call, room, people, fold, signIn, ticket }: CallBoxProps & { ticket: Ticket }): ReactNode {
  const { phase, problem, wanted, roomId } = useStore(call.store)
  const words = problemText(problem)
  const canTakeOver = problem === 'other-tab' || problem === 'taken-over'
  const elsewhere = call.inCall && wanted !== room ? roomId : null
  return (
    <>
      <IdleBox
        room={room}
        people={people}
        isPrivate={isPrivateRoom(room)}
        fold={fold}
        busy={null}
        problem={canTakeOver ? null : words}
        onJoin={() => void call.join(ticket)}
        onCheck={() => void call.check()}
      >
        {canTakeOver && words ? (
          <Note
            tone="warn"
            action={
              <Button sentence onClick={() => void call.join(ticket, 'take-over')}>
                {callText.takeOver}
              </Button>
            }
          >
            {words}
          </Note>
        ) : null}
        {elsewhere ? <Note tone="plain">{callText.elsewhere(roomLabel(elsewhere))}</Note> : null}
      </IdleBox>
      <SettingsDialog
        call={call}
        room={room}
        signIn={signIn}
        open={phase === 'checking'}
        onClose={() => call.endCheck()}
      />
    </>
  )
}

function OnItsWay({ call, room }: { call: Call; room: string }): ReactNode {
  const { phase, problem } = useStore(call.store)
  const words = problemText(problem)
  const doing = phase === 'joining' ? callText.joining : phase === 'signing' ? callText.signing : callText.asking
  return (
    <section className="voice" aria-label={voiceText.title}>
      <VoiceHead room={room} />
      <p className="voice-text" role="status">
        <span className="btn-spin" aria-hidden="true" /> {doing}
      </p>
      {words ? <Note tone="warn">{words}</Note> : null}
      <div className="row voice-acts">
        <Button sentence onClick={() => call.leave()}>
          {frameText.cancel}
        </Button>
      </div>
    </section>
  )
}
