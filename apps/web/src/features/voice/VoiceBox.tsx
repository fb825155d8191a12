import { lazy, Suspense, useState, type ReactNode } from 'react'
import { voiceText } from '../../text/voice.ts'
import { retryImport } from '../../ui/retryImport.ts'
import type { Call } from './call/Call.ts'
import { IdleBox } from './IdleBox.tsx'
import { isPrivateRoom } from './voiceNames.ts'
import { useDeniedToast } from './useDeniedToast.ts'
import { usePeople } from './usePeople.ts'
import { useVoiceProof } from './useVoiceProof.ts'
import type { VoiceBoxProps } from './VoiceBoxProps.ts'
import { openCall, useCall } from './voiceLine.ts'

const CallBox = lazy(() => retryImport(() => import('./CallBox.tsx')))

/** The voice chat, in the seat of the person one talks to. Everything heavy comes with the first press. */
export default function VoiceBox(props: VoiceBoxProps): ReactNode {
  const { room, path } = props
  const call = useCall()
  const prove = useVoiceProof()
  useDeniedToast(call)
  const people = usePeople(room)
  const [wish, setWish] = useState<'join' | 'check' | null>(null)
  const [failed, setFailed] = useState(false)
  const begin = async (wanted: 'join' | 'check'): Promise<void> => {
    setWish(wanted)
    setFailed(false)
    try {
      await act(await openCall(), wanted, { roomId: room, path, prove })
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
      busy={wish}
      problem={failed ? voiceText.failed : null}
      onJoin={() => void begin('join')}
      onCheck={() => void begin('check')}
    />
  )
  if (!call) return idle
  return (
    <Suspense fallback={idle}>
      <CallBox {...props} call={call} people={people} prove={prove} />
    </Suspense>
  )
}

async function act(call: Call, wanted: 'join' | 'check', ticket: Parameters<Call['join']>[0]): Promise<void> {
  await (wanted === 'join' ? call.join(ticket) : call.check())
}
