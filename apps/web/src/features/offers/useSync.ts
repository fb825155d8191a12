import { ApiError } from '@parley/protocol'
import { useState } from 'react'
import { type Message, renderMessage } from '../../text/message.ts'
import { usePortal, type Portal } from '../../services/Portal.ts'
import { queryKeys, readAgain } from '../../services/queries.ts'
import { useSession, type Session } from '../../services/Session.ts'

export interface Sync {
  readonly busy: boolean
  /** Triggers a server sync, reports the result and refreshes the lists. */
  sync(): Promise<void>
}

export function useSync(): Sync {
  const session = useSession()
  const portal = usePortal()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    sync: async () => {
      if (busy) return
      setBusy(true)
      session.notices.announce(await runSync(session, portal))
      await readAgain(session.queries, { queryKey: queryKeys.offers })
      setBusy(false)
    },
  }
}

/** The server waits 45 s for the chain, then reports that it is still reading. */
const timeoutMs = 60_000

async function runSync({ api }: Session, { messages }: Portal): Promise<Message> {
  try {
    const { details } = await api.request('syncOffers', { timeoutMs })
    return { ...renderMessage(messages, 'syncDone', details), tone: 'success' }
  } catch (error) {
    // The server refused or didn't answer.
    if (error instanceof ApiError)
      return { ...renderMessage(messages, 'syncFailed', { reason: error.message }), tone: 'failure' }
    return {
      ...renderMessage(messages, 'syncError', {
        reason: error instanceof Error ? error.message : messages.unknownError,
      }),
      tone: 'failure',
    }
  }
}
