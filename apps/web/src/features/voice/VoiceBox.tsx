import { lazy, Suspense, useState, type ReactNode, useEffect } from 'react'
import { voiceText, voiceMessages } from '../../text/voice.ts'
import { retryImport } from '../../ui/lazy.ts'
import type { Call } from './call/Call.ts'
import { IdleBox } from './IdleBox.tsx'
import { isPrivateRoom } from './voiceNames.ts'
import type { VoiceBoxProps, VoiceFold } from './VoiceBoxProps.ts'
import { openCall, useCall } from './voiceLine.ts'
import { renderMessage } from '../../text/message.ts'
import { useSession } from '../../services/Session.ts'
import type { Address } from '@parley/domain'
import { parseVoiceRoom } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import type { SignInProblem } from '../../text/signIn.lazy.ts'
import { VoiceProblem, type VoiceProblemCode } from './call/CallState.ts'

const CallBox = lazy(() => retryImport(() => import('./CallBox.tsx')))

/** The voice chat, in the seat of the person one talks to. Everything heavy comes with the first press. */
export default function VoiceBox(props: VoiceBoxProps): ReactNode {
  const { room, path } = props
  const call = useCall()
  const signIn = useVoiceSignIn()
  useDeniedToast(call)
  const people = usePeople(room)
  const [wish, setWish] = useState<'join' | 'check' | null>(null)
  const [failed, setFailed] = useState(false)
  const [open, setOpen] = useState(false)
  const fold: VoiceFold = props.folds ? { open, onToggle: () => setOpen(!open) } : null
  const begin = async (wanted: 'join' | 'check'): Promise<void> => {
    setWish(wanted)
    setFailed(false)
    try {
      await act(await openCall(), wanted, { roomId: room, path, signIn })
    } catch {
      setFailed(true)
    } finally {
      setWish(null)
    }
  }
  const idle = (
    <IdleBox
      room={room}
      people={people}
      isPrivate={isPrivateRoom(room)}
      fold={fold}
      busy={wish}
      problem={failed ? voiceText.failed : null}
      onJoin={() => void begin('join')}
      onCheck={() => void begin('check')}
    />
  )
  if (!call) return idle
  return (
    <Suspense fallback={idle}>
      <CallBox {...props} call={call} people={people} fold={fold} signIn={signIn} />
    </Suspense>
  )
}

async function act(call: Call, wanted: 'join' | 'check', ticket: Parameters<Call['join']>[0]): Promise<void> {
  await (wanted === 'join' ? call.join(ticket) : call.check())
}

/**
 * Shows a denied microphone as a toast too, as the specification asks. Subscribe before the call's code is loaded: a
 * browser that remembers a denial answers at once.
 */
export function useDeniedToast(call: Call | null): void {
  const { notices } = useSession()
  useEffect(
    () =>
      call?.store.subscribe(({ problem }, before) => {
        if (problem === 'denied' && before.problem !== 'denied')
          notices.announce(renderMessage(voiceMessages, 'voiceDenied'))
      }),
    [call, notices],
  )
}

/** Number of people in an open room. Null while unknown, and for private rooms. */
export function usePeople(roomId: string): number | null {
  const { api } = useSession()
  const { data } = useQuery({
    queryKey: ['voice', roomId],
    queryFn: async () => (await api.request('voiceRoom', { params: { roomId } })).people,
    enabled: parseVoiceRoom(roomId)?.kind === 'open',
    refetchOnMount: 'always',
  })
  return data ?? null
}

/** Signs the connected wallet in unless it is: for private rooms, and to show one's address. @throws {VoiceProblem} */
export function useVoiceSignIn(): () => Promise<Address> {
  const session = useSession()
  return async () => {
    const { ensureSignedIn } = await retryImport(() => import('../../services/signIn.ts'))
    const outcome = await ensureSignedIn(session)
    if ('address' in outcome) return outcome.address
    throw new VoiceProblem(voiceProblems[outcome.problem] ?? 'not-signed')
  }
}

const voiceProblems: Readonly<Partial<Record<SignInProblem, VoiceProblemCode>>> = {
  away: 'unreachable',
  busy: 'too-fast',
}
