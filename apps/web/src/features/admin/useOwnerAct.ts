import type { ContractCall } from '@parley/chain'
import { useState } from 'react'
import { useStore } from 'zustand'
import { ownContract } from '../../flows/ownContract.ts'
import type { MessageKey } from '../../messages/generalMessages.ts'
import type { Said } from '../../messages/Said.ts'
import { usePortal } from '../../session/Portal.ts'
import { runAction } from '../../session/runAction.ts'
import { useSession } from '../../session/Session.ts'
import type { Panel } from './Panel.ts'

export interface OwnerAct {
  /** This act is under way. */
  readonly working: boolean
  /** Something is under way: no other act may begin. */
  readonly busy: boolean
  /** Shows a refusal of the page's own. */
  readonly refuse: (said: Said) => void
  /** Simulates, sends, and says how it went. @returns whether it succeeded. */
  readonly run: (call: ContractCall, done: Extract<MessageKey, `admin${string}Done`>) => Promise<boolean>
}

/** One act of the panel, bound to its buttons. */
export function useOwnerAct({ escrow }: Pick<Panel, 'escrow'>): OwnerAct {
  const session = useSession()
  const portal = usePortal()
  const [working, setWorking] = useState(false)
  const busy = useStore(session.actions, ({ running }) => running !== null)
  return {
    working,
    busy,
    refuse: (said) => session.notices.announce({ ...said, tone: 'failure' }),
    run: async (call, done) => {
      setWorking(true)
      const succeeded = await runAction(session, portal, {
        kind: 'own',
        subject: null,
        run: async (tools) => {
          await ownContract(tools, escrow, call)
          const { channel, title, text } = portal.messages[done]
          session.notices.announce({
            key: done,
            channel,
            text,
            tone: 'success',
            ...(title === undefined ? {} : { title }),
          })
        },
      })
      setWorking(false)
      return succeeded
    },
  }
}
