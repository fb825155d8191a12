import type { ContractCall, EscrowState } from '@parley/chain'
import type { Address } from '@parley/domain'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Message } from '../../text/message.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { OwnerAction } from './ownerAction.lazy.ts'

/** Props shared by all sections of the panel. */
export interface Panel {
  readonly escrow: Address
  readonly state: EscrowState
  /** The connected wallet. */
  readonly viewer: Address
  readonly isOwner: boolean
}

export interface OwnerAct {
  /** This action is running. */
  readonly working: boolean
  /** The viewer isn't the owner. Pressing the button still explains why. */
  readonly barred: boolean
  /** Props of the section's button. */
  readonly button: {
    readonly working: boolean
    readonly disabled: boolean
    readonly 'aria-disabled': true | undefined
    readonly 'aria-describedby': string | undefined
  }
  /** Props of its text fields. A stranger fills them in only if the owner is a contract, to copy the call. */
  readonly field: { readonly readOnly: boolean; readonly 'aria-disabled': true | undefined }
  /** Another action is running, so this one can't start. */
  readonly busy: boolean
  /** Shows a validation error. */
  readonly refuse: (said: Message) => void
  /** Simulates and sends, then reports the result. @returns whether it succeeded. */
  readonly run: (call: ContractCall, done: DoneKey) => Promise<boolean>
  /** As `run`, once the viewer has read what will happen and agreed. */
  readonly ask: (willHappen: string, call: ContractCall, done: DoneKey, then?: () => void) => void
  /** What will happen, while the viewer is asked about it. */
  readonly asked: string | null
  readonly answer: (yes: boolean) => void
}

type DoneKey = OwnerAction['done']

// Loaded lazily: signing is impossible before the page is ready.
const loadAction = importOnce(() => import('./ownerAction.lazy.ts'))

/** Binds an owner action to its buttons. */
export function useOwnerAct({ escrow, isOwner, state }: Panel): OwnerAct {
  const session = useSession()
  const portal = usePortal()
  const [working, setWorking] = useState(false)
  const [question, setQuestion] = useState<{ readonly willHappen: string; readonly goOn: () => void } | null>(null)
  const reasonId = useId()
  const busy = useStore(session.actions, ({ running }) => running !== null)
  const barred = !isOwner
  const fieldBarred = barred && !state.ownerIsContract
  // Prefetched, so that the button works even if the server goes away.
  useEffect(() => void loadAction(), [])
  const run: OwnerAct['run'] = async (call, done) => {
    setWorking(true)
    const { runOwnerAction } = await loadAction()
    const succeeded = await runOwnerAction(session, portal, { escrow, call, done })
    setWorking(false)
    return succeeded
  }
  return {
    working,
    busy,
    barred,
    button: {
      working,
      disabled: busy && !working,
      'aria-disabled': barred || undefined,
      'aria-describedby': barred ? reasonId : undefined,
    },
    field: { readOnly: fieldBarred, 'aria-disabled': fieldBarred || undefined },
    refuse: (said) => session.notices.announce({ ...said, tone: 'failure' }),
    run,
    ask: (willHappen, call, done, then) =>
      setQuestion({ willHappen, goOn: () => void run(call, done).then((succeeded) => succeeded && then?.()) }),
    asked: question?.willHappen ?? null,
    answer: (yes) => {
      setQuestion(null)
      if (yes) question?.goOn()
    },
  }
}
