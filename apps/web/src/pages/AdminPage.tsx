import { product, sameAddress, type Address } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { ContractInfo } from '../features/admin/ContractInfo.tsx'
import { FeeSection, WithdrawSection } from '../features/admin/FeeSection.tsx'
import type { Panel } from '../features/admin/useOwnerAct.ts'
import { useEscrowRecord, useEscrowState } from '../features/admin/useEscrow.ts'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { adminText } from '../text/admin.ts'
import { frameText } from '../text/frame.ts'
import { useSession } from '../services/Session.ts'
import { useMessages } from '../services/Portal.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Note } from '../ui/Note.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { Select } from '../ui/Select.tsx'
import { shorten } from '../ui/Address.tsx'
import './AdminPage.css'

// Below everything else.
const RecoverySection = lazyOnIdle(async () => ({
  default: (await import('../features/admin/lateParts.ts')).RecoverySection,
}))
const PauseSection = lazyOnIdle(async () => ({
  default: (await import('../features/admin/lateParts.ts')).PauseSection,
}))
const OwnershipSection = lazyOnIdle(async () => ({
  default: (await import('../features/admin/lateParts.ts')).OwnershipSection,
}))
const OwnerLog = lazyOnIdle(async () => ({ default: (await import('../features/admin/lateParts.ts')).OwnerLog }))

/** The owner's panel. Visible to every connected wallet; only the owner can act, enforced by the contract. */
export default function AdminPage(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const { config } = useSession()
  const openList = useWalletList((state) => state.setOpen)
  const [chosen, setChosen] = useState(config.escrows[0]?.address ?? null)
  usePageTitle(`${product.name}: ${adminText.title}`)
  if (wallet.status === 'connected' && wallet.address && chosen !== null)
    return (
      <EscrowPanel key={`${chosen} ${wallet.address}`} escrow={chosen} viewer={wallet.address} onChoose={setChosen} />
    )
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <Intro />
      <ConnectCard
        title={adminText.connectTitle}
        text={adminText.connectText}
        label={connecting ? messages.connecting : messages.connectWallet}
        connecting={connecting}
        onConnect={() => openList(true)}
      />
    </>
  )
}

function Intro({ children }: { children?: ReactNode }): ReactNode {
  return (
    <div className="intro admin-intro">
      <div>
        <h1>{adminText.title}</h1>
        <p>{adminText.lead}</p>
      </div>
      {children}
    </div>
  )
}

interface EscrowPanelProps {
  readonly escrow: Address
  readonly viewer: Address
  readonly onChoose: (escrow: Address) => void
}

function EscrowPanel({ escrow, viewer, onChoose }: EscrowPanelProps): ReactNode {
  const state = useEscrowState(escrow)
  const record = useEscrowRecord(escrow)
  if (!state.data) {
    return (
      <>
        <Intro />
        {state.isError ? (
          <Note
            tone="bad"
            role="alert"
            action={
              <Button sentence working={state.isFetching} onClick={() => void state.refetch()}>
                {frameText.tryAgain}
              </Button>
            }
          >
            {adminText.failed}
          </Note>
        ) : (
          <p role="status">{frameText.loading}</p>
        )}
      </>
    )
  }
  const isOwner = state.data.owner !== null && sameAddress(state.data.owner, viewer)
  const panel: Panel = { escrow, viewer, state: state.data, isOwner }
  return (
    <>
      <Intro>
        <Badge icon={isOwner ? 'checkCircle' : 'lock'} tone={isOwner ? 'ok' : 'warn'}>
          {isOwner ? adminText.owner : adminText.notOwner}
        </Badge>
      </Intro>
      <Deployments escrow={escrow} onChoose={onChoose} />
      {state.data.ownerIsContract ? <Note tone="plain">{adminText.ownerIsContract}</Note> : null}
      <div className="admin">
        <ContractInfo panel={panel} record={record.data} />
        <div>
          <FeeSection panel={panel} />
          <WithdrawSection panel={panel} />
          <RecoverySection panel={panel} />
          <PauseSection panel={panel} />
          <OwnershipSection panel={panel} />
        </div>
      </div>
      <OwnerLog actions={record.data?.actions} failed={record.isError} />
    </>
  )
}

/** There can be several deployments (decision C9). */
function Deployments({ escrow, onChoose }: Pick<EscrowPanelProps, 'escrow' | 'onChoose'>): ReactNode {
  const { escrows } = useSession().config
  if (escrows.length < 2) return null
  return (
    <div className="admin-deployments">
      <Select
        label={adminText.deployment}
        value={escrow}
        choices={escrows.map(({ address }, index) => ({
          value: address,
          label: index === 0 ? adminText.newest(shorten(address)) : adminText.older(shorten(address)),
        }))}
        onChange={(value) => {
          const found = escrows.find(({ address }) => address === value)
          if (found) onChoose(found.address)
        }}
      />
    </div>
  )
}
