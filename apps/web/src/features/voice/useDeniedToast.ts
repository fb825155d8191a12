import { useEffect } from 'react'
import { say } from '../../messages/say.ts'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import type { Call } from './call/Call.ts'

/**
 * Shows a denied microphone as a toast too, as the specification asks. Subscribe before the call's code is loaded: a
 * browser that remembers a denial answers at once.
 */
export function useDeniedToast(call: Call | null): void {
  const { notices } = useSession()
  const messages = useMessages()
  useEffect(
    () =>
      call?.store.subscribe(({ problem }, before) => {
        if (problem === 'denied' && before.problem !== 'denied') notices.announce(say(messages, 'voiceDenied'))
      }),
    [call, notices, messages],
  )
}
