import { voiceMessages } from '../../text/voice.ts'
import { useEffect } from 'react'
import { renderMessage } from '../../text/message.ts'
import { useSession } from '../../services/Session.ts'
import type { Call } from './call/Call.ts'

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
