import type { ContractCall, EscrowState } from '@parley/chain'
import type { Address } from '@parley/domain'
import { useState } from 'react'
import { useStore } from 'zustand'
import { sendOwnerCall } from '../../flows/sendOwnerCall.ts'
import type { Said } from '../../messages/entry.ts'
import type { MessageKey } from '../../messages/generalMessages.ts'
import { usePortal } from '../../session/Portal.ts'
import { useSession } from '../../session/Session.ts'
import { runAction } from '../../session/runAction.ts'

/** Props shared by all sections of the panel. */
export interface Panel {
  readonly escrow: Address
  readonly state: EscrowState
  /** The connected wallet. */
  readonly viewer: Address
  readonly isOwner: boolean
}

interface OwnerAct {
  /** This action is running. */
  readonly working: boolean
  /** Another action is running, so this one can't start. */
  readonly busy: boolean
  /** Shows a validation error. */
  readonly refuse: (said: Said) => void
  /** Simulates and sends, then reports the result. @returns whether it succeeded. */
  readonly run: (call: ContractCall, done: Extract<MessageKey, `admin${string}Done`>) => Promise<boolean>
}

/** Binds an owner action to its buttons. */
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
          await sendOwnerCall(tools, escrow, call)
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
