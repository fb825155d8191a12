import { type ReactNode, useMemo } from 'react'
import { approvalText as words } from '../../text/deal.lazy.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { type Address, parseAddress, product } from '@parley/domain'
import { z } from '@parley/protocol'
import { useQueries } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { approvalQuery, escrowPlace, useApprovalChange } from './collectionApprovals.ts'
import type { TrackedTransaction } from '../../actions/tracker/transaction.ts'
import { useSession, type Session } from '../../services/Session.ts'
import { browserStorage, createSharedStore } from '../../services/browser.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { createStore } from 'zustand/vanilla'
import './Approvals.css'

/** Offers to revoke a trade's approvals. Disappears once revoked or dismissed. */
export default function RevokeCard(): ReactNode {
  const messages = useMessages()
  const { approvals, busy, trading, revoke, keep } = useUsedApprovals()
  if (approvals.length === 0 || trading) return null
  return (
    <section className="revoke-card" aria-label={words.afterTrade}>
      <div className="revoke-words" role="status">
        <b>{messages.revokeAfterTrade}</b>
        <p className="muted">{words.afterTradeScope(approvals.map(({ name }) => name))}</p>
      </div>
      <div className="row">
        {approvals.map((approval) => (
          <Button
            key={`${approval.contract} ${approval.escrow}`}
            working={approval.busy}
            disabled={busy && !approval.busy}
            onClick={() => void revoke(approval)}
          >
            {approval.busy ? messages.processing : `${messages.revoke} ${approval.name}`}
          </Button>
        ))}
        <Button look="quiet" sentence onClick={keep}>
          {words.keep}
        </Button>
      </div>
    </section>
  )
}

interface RevocableApproval extends UsedApproval {
  readonly name: string
  readonly busy: boolean
}

interface UsedApprovals {
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
function nameOf({ config, formatter }: Session, { contract, escrow }: UsedApproval): string {
  return formatter.collection(contract) + escrowPlace(config, escrow)
}

const none = createStore<readonly TrackedTransaction[]>(() => [])

/** The connected wallet's still active approvals from finished trades. */
function useUsedApprovals(): UsedApprovals {
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
        subject: { contract, name: session.formatter.collection(contract), inDeal: false, tokenIds: [] },
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

/** Approvals used by this browser's trades: collections moved, by escrow. */
interface UsedApproval {
  readonly contract: Address
  readonly escrow: Address
}

/**
 * Approvals used by creating and accepting since a time, newest first. A finished trade no longer needs its approval.
 *
 * @param sinceMs unix milliseconds; earlier trades were already asked about.
 */
function usedContracts(transactions: readonly TrackedTransaction[], sinceMs: number): readonly UsedApproval[] {
  const used = new Map<string, UsedApproval>()
  for (const { kind, state, items, escrow, changedAtMs } of transactions) {
    const traded = (kind === 'create' || kind === 'accept') && state.at === 'confirmed'
    if (!traded || changedAtMs <= sinceMs) continue
    for (const item of items) {
      const parsed = parseAddress(item.slice(0, 42))
      if ('address' in parsed) used.set(`${parsed.address} ${escrow}`, { contract: parsed.address, escrow })
    }
  }
  return [...used.values()]
}

const form = z.record(z.string(), z.number())
const maxAccounts = 50

/** Per account, unix milliseconds up to which trades have been asked about. A dismissal isn't repeated. */
const asked = createSharedStore<Readonly<Record<string, number>>>(browserStorage, `${product.slug}-revoke-asked`, {
  parse: (text) => {
    try {
      return form.parse(JSON.parse(text ?? '{}'))
    } catch {
      // Foreign content under our key.
      return {}
    }
  },
  print: (value) => JSON.stringify(value),
})

const askedToRevoke = asked.store

function setAskedToRevoke(account: string, atMs: number): void {
  asked.update((all) => {
    const others = Object.entries(all).filter(([other]) => other !== account)
    return Object.fromEntries([[account, atMs] as const, ...others].slice(0, maxAccounts))
  })
}
