import { pageNames } from '../text/frame.ts'
import { product, type Address } from '@parley/domain'
import { useEffect, useState, type ReactNode } from 'react'
import { CreateAct } from '../features/draft/DealSlip.tsx'
import { useAnnounce, useNotices } from '../features/notices/useNotices.ts'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { createText } from '../text/swap.lazy.ts'
import { renderMessage } from '../text/message.ts'
import { usePortal, useMessages } from '../services/Portal.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import './CreatePage.css'
import { navigate, usePageTitle } from '../ui/navigation.ts'
import { RecipientField } from './swap/RecipientField.tsx'
import { useDraft } from '../features/draft/useDraft.ts'
import { useHoldings } from '../features/holdings/useHoldings.ts'
import { useOfferActions } from '../features/offers/useOfferActions.ts'
import { lazyOnIdle } from '../ui/lazy.ts'
import { DraftSlip } from './swap/DraftSlip.tsx'
import { CoinPlace, useNamedDraft } from './swap/draftView.tsx'
import { FriendTray, OwnNftPicker } from './swap/SwapTrays.tsx'

/** The draft as a column of steps (decision S9). Without a wallet, redirects 3 s after reconnecting has settled. */
export default function CreatePage(): ReactNode {
  const wallet = useWallet()
  usePageTitle(`${product.name}: ${pageNames.create}`)
  if (wallet.status === 'connected' && wallet.address) return <CreateSteps address={wallet.address} />
  return <WithoutWallet settled={wallet.settled} />
}

const patienceS = 3

function WithoutWallet({ settled }: { settled: boolean }): ReactNode {
  const messages = useMessages()
  const { path } = usePortal()
  const { alert } = useNotices()
  const listOpen = useWalletList((state) => state.open)
  const openList = useWalletList((state) => state.setOpen)
  const [leftS, setLeftS] = useState(patienceS)
  useEffect(() => {
    // Don't redirect while the user is choosing a wallet or reading an alert.
    if (!settled || listOpen || alert) return
    if (leftS === 0) return navigate(path, { replace: true })
    const timer = setTimeout(() => setLeftS(leftS - 1), 1_000)
    return () => clearTimeout(timer)
  }, [settled, listOpen, alert, leftS, path])
  return (
    <>
      <div className="intro">
        <div>
          <h1>{pageNames.create}</h1>
          <p>{createText.createLead}</p>
        </div>
      </div>
      <ConnectCard
        title={createText.createConnect}
        text={<p role="status">{settled ? createText.createRedirect(leftS) : messages.connecting}</p>}
        label={settled ? messages.connectWallet : messages.connecting}
        connecting={!settled}
        onConnect={() => openList(true)}
        also={<CreateWithoutWallet />}
      />
    </>
  )
}

/** The main button. Without a wallet it says what is needed (decision S2). */
function CreateWithoutWallet(): ReactNode {
  const messages = useMessages()
  const announce = useAnnounce()
  const explain = (): void => announce({ ...renderMessage(messages, 'connectFirst'), tone: 'failure' })
  return <CreateAct ready={false} creating={false} busy={false} onCreate={explain} />
}

const DraftKeeper = lazyOnIdle(() => import('./swap/DraftKeeper.lazy.tsx'))
const ApprovalPanel = lazyOnIdle(() => import('../features/approvals/ApprovalPanel.lazy.tsx'))

/** The main page's draft as a column of steps. */
function CreateSteps({ address }: { address: Address }): ReactNode {
  const draft = useNamedDraft(useDraft())
  const actions = useOfferActions()
  const own = useHoldings(address, 'offered')
  const friend = useHoldings(draft.recipient.address, 'requested')
  useEffect(leadToStep, [])
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
        <CreateStep id="give" title={createText.stepPick}>
          <CoinPlace address={address} side="own" />
          <OwnNftPicker address={address} side={draft.own} holdings={own} />
        </CreateStep>
        <CreateStep id="get" title={createText.stepFriend}>
          <RecipientField recipient={draft.recipient} disabled={actions.busy} />
          <CoinPlace address={address} side="friend" />
          <FriendTray
            side={draft.friend}
            state={draft.recipient.state}
            address={draft.recipient.address}
            holdings={friend}
          />
        </CreateStep>
        <CreateStep id="approve" title={createText.stepApprove}>
          <div className="create-approvals">
            <ApprovalPanel unfolded />
          </div>
        </CreateStep>
        <CreateStep id="sign" title={createText.stepSign}>
          <div className="create-slip">
            <DraftSlip address={address} draft={draft} actions={actions} />
          </div>
        </CreateStep>
      </ol>
    </>
  )
}

/** The address that has led to its step: a wallet that locks and unlocks doesn't lead there again. */
let led = ''

/** Leads to the step of a link: the browser has looked for it before there was any. */
function leadToStep(): void {
  const { hash, href } = window.location
  const step = document.getElementById(hash.slice(1))
  if (!step || led === href) return
  led = href
  step.scrollIntoView()
  step.querySelector('h2')?.focus({ preventScroll: true })
}

interface CreateStepProps {
  /** Links lead to it: /create-swap-offer#give */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

function CreateStep({ id, title, children }: CreateStepProps): ReactNode {
  return (
    <li id={id} className="create-step">
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </li>
  )
}
