import { slipText } from '../../text/swap.ts'
import type { Address } from '@parley/domain'
import { memo, type ReactNode, useState } from 'react'
import { useChainTimeS } from '../../services/chainTime.ts'
import { CreateAct, DealSlip } from '../../features/draft/DealSlip.tsx'
import type { Draft } from '../../features/draft/useDraft.ts'
import { ActionSteps } from '../../features/offers/ActionSteps.tsx'
import type { OfferActions, RunningAction } from '../../features/offers/useOfferActions.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { useDealCost } from './draftView.tsx'

// Nothing can be approved before something was chosen.
const BeforeCreate = lazyOnIdle(() => import('./BeforeCreate.lazy.tsx'))
const TalkFirst = lazyOnIdle(() => import('./TalkFirst.lazy.tsx'))

interface DraftSlipProps {
  readonly address: Address
  readonly draft: Draft
  readonly actions: OfferActions
}

/** The draft's slip with its button, or with a wallet problem to fix first. */
export const DraftSlip = memo(function DraftSlip({ address, draft, actions }: DraftSlipProps): ReactNode {
  const { problem } = useWallet()
  const creating = actions.running?.kind === 'create'
  const shown = actions.running ?? actions.last
  const cost = useDealCost(draft)
  const nowS = useChainTimeS()
  const [held, setHeld] = useState(false)
  return (
    <DealSlip
      draft={draft}
      creator={address}
      cost={cost}
      nowS={nowS}
      busy={actions.busy}
      steps={shown && worthShowing(shown, creating) ? <ActionSteps action={shown} title={slipText.steps} /> : null}
      act={
        problem ? (
          <WalletProblemAct problem={problem} />
        ) : (
          <>
            <BeforeCreate draft={draft} creating={creating} onHold={setHeld} />
            <CreateAct
              ready={draft.ready}
              creating={creating}
              busy={actions.busy || held}
              onCreate={() => void actions.create()}
            />
            <TalkFirst draft={draft} />
          </>
        )
      }
    />
  )
})

/** The steps show while running and stay after a failure, so that the failed one can be read. */
function worthShowing(action: RunningAction, creating: boolean): boolean {
  if (action.kind !== 'create') return false
  return creating || action.steps.some((step) => step.state === 'failed')
}
