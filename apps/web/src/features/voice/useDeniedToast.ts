import { useEffect } from 'react'
import { say } from '../../messages/say.ts'
import { useSession } from '../../session/Session.ts'
import { useMessages } from '../../session/useMessages.ts'
import type { Call } from './call/Call.ts'

/**
 * A denied microphone is said as a toast as well: so the specification has it. Whoever shows the box listens before its parts
 * were fetched, since a browser that was told before says no at once.
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
