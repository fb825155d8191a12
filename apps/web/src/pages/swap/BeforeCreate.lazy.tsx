import type { ReactNode } from 'react'
import ApprovalStep from '../../features/approvals/ApprovalStep.lazy.tsx'
import { DealContracts } from '../../features/draft/DealContracts.tsx'
import { LopsidedTick } from '../../features/context/LopsidedTick.tsx'
import type { Draft } from '../../features/draft/useDraft.ts'

interface BeforeCreateProps {
  readonly draft: Draft
  readonly creating: boolean
  /** Whether the button has to wait for an answer. */
  readonly onHold: (held: boolean) => void
}

/** Above the slip's button: whole contracts, approvals, and the question that a lop-sided deal asks. */
export default function BeforeCreate({ draft: { own, friend }, creating, onHold }: BeforeCreateProps): ReactNode {
  const coins = { offeredWei: own.coins.wei ?? 0n, requestedWei: friend.coins.wei ?? 0n }
  return (
    <>
      <DealContracts nfts={[...own.nfts, ...friend.nfts]} />
      {own.nfts.length > 0 && !creating ? <ApprovalStep nfts={own.nfts} /> : null}
      <LopsidedTick gives={own.nfts} gets={friend.nfts} receivedWei={coins.requestedWei} onHold={onHold} />
    </>
  )
}
