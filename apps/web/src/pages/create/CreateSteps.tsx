import { pageNames } from '../../text/frame.ts'
import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { RecipientField } from '../../features/draft/RecipientField.tsx'
import { useDraft } from '../../features/draft/useDraft.ts'
import { useHoldings } from '../../features/holdings/useHoldings.ts'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { createText } from '../../text/swap.lazy.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { DraftSlip } from '../swap/DraftSlip.tsx'
import { CoinPlace } from '../swap/CoinPlace.tsx'
import { FriendTray, OwnTray } from '../swap/SwapTrays.tsx'
import { useLaidDraft } from '../swap/useLaidDraft.ts'
import './CreateSteps.css'

const DraftKeeper = lazyOnIdle(() => import('../swap/DraftKeeper.tsx'))
const ApprovalPanel = lazyOnIdle(() => import('../../features/approvals/ApprovalPanel.tsx'))

/** The main page's draft as a column of steps. */
export function CreateSteps({ address }: { address: Address }): ReactNode {
  const draft = useLaidDraft(useDraft())
  const actions = useOfferActions()
  const own = useHoldings(address, 'offered')
  const friend = useHoldings(draft.recipient.address, 'requested')
  return (
    <>
      <DraftKeeper address={address} />
      <div className="intro create-intro">
        <div>
          <h1>{pageNames.create}</h1>
          <p>{createText.createLead}</p>
        </div>
      </div>
      <ol className="create-steps">
        <CreateStep title={createText.stepPick}>
          <CoinPlace address={address} side="own" />
          <OwnTray address={address} side={draft.own} holdings={own} />
        </CreateStep>
        <CreateStep title={createText.stepFriend}>
          <RecipientField recipient={draft.recipient} disabled={actions.busy} />
          <CoinPlace address={address} side="friend" />
          <FriendTray draft={draft} holdings={friend} />
        </CreateStep>
        <CreateStep title={createText.stepApprove}>
          <div className="create-approvals">
            <ApprovalPanel unfolded />
          </div>
        </CreateStep>
        <CreateStep title={createText.stepSign}>
          <div className="create-slip">
            <DraftSlip address={address} draft={draft} actions={actions} />
          </div>
        </CreateStep>
      </ol>
    </>
  )
}

function CreateStep({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <li className="create-step">
      <h2>{title}</h2>
      {children}
    </li>
  )
}
