import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TrackedTransaction } from '../../flows/transactions/TrackedTransaction.ts'
import { useSession, type Session } from '../../session/Session.ts'
import { useAccount } from '../../session/useAccount.ts'
import { approvalQuery, escrowPlace } from './approvalQuery.ts'
import { askedToRevoke, setAskedToRevoke } from './askedToRevoke.ts'
import { useApprovalChange } from './useApprovalChange.ts'
import { usedContracts, type UsedApproval } from './usedContracts.ts'

export interface RevocableApproval extends UsedApproval {
  readonly name: string
  readonly busy: boolean
}

export interface UsedApprovals {
  /** Collection approvals that are still active and were used by a finished trade. */
  readonly approvals: readonly RevocableApproval[]
  readonly busy: boolean
  /** A trade is running, so don't ask now. */
  readonly trading: boolean
  revoke(approval: UsedApproval): Promise<boolean>
  /** Keeps them until the next trade. */
  keep(): void
}

/** The collection, and which swap contract may move it where there are several. */
function nameOf({ config, speaker }: Session, { contract, escrow }: UsedApproval): string {
  return `${speaker.collection(contract)} ${escrowPlace(config, escrow)}`.trimEnd()
}

const none = createStore<readonly TrackedTransaction[]>(() => [])

/** The connected wallet's still active approvals from finished trades. */
export function useUsedApprovals(): UsedApprovals {
  const session = useSession()
  const changeApproval = useApprovalChange()
  const account = useAccount()
  const transactions = useStore(account ? session.transactions.of(account) : none)
  const sinceMs = useStore(askedToRevoke, (asked) => asked[account ?? ''] ?? 0)
  const running = useStore(session.actions, (state) => state.running)
  const used = useMemo(() => usedContracts(transactions, sinceMs), [transactions, sinceMs])
  const answers = useQueries({
    queries: used.map(({ contract, escrow }) =>
      approvalQuery(session, {
        subject: { contract, name: session.speaker.collection(contract), inDeal: false, tokenIds: [] },
        owner: account ?? '0x',
        operator: escrow,
      }),
    ),
    combine: (all) => all.map((answer) => answer.data === 'collection'),
  })
  return {
    approvals: used
      .filter((_, at) => answers[at])
      .map((approval) => ({
        ...approval,
        name: nameOf(session, approval),
        busy: running?.subject === approval.contract,
      })),
    busy: running !== null,
    trading: running?.kind === 'create' || running?.kind === 'accept',
    revoke: ({ contract, escrow }) => changeApproval({ kind: 'revoke', contract, escrow }),
    keep: () => account && setAskedToRevoke(account, session.clock.now()),
  }
}
