import { withdrawFeesCall } from '@parley/chain'
import { formatEther } from 'viem/utils'
import type { ReactNode } from 'react'
import { adminText, adminMessages } from '../../text/admin.ts'
import { renderMessage } from '../../text/message.ts'
import { useSession } from '../../services/Session.ts'
import { Button } from '../../ui/Button.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
/** Withdraws the fees. */
export function WithdrawSection({ panel }: { panel: Panel }): ReactNode {
  const { config } = useSession()
  const act = useOwnerAct(panel)
  const { owner, balanceWei } = panel.state
  const call = withdrawFeesCall(panel.escrow)

  const withdraw = (): void => {
    if (!panel.isOwner)
      return act.refuse(renderMessage(adminMessages, 'adminNotTheOwner', { owner: owner ?? adminText.nobody }))
    if (balanceWei === 0n) return act.refuse(renderMessage(adminMessages, 'adminNoFees'))
    act.ask(adminText.withdrawAsk(panel.viewer), call, 'adminWithdrawDone')
  }
  return (
    <AdminSection title={adminText.withdrawTitle} hint={adminText.withdrawHint} act={act} yes={adminText.withdrawAct}>
      <div className="admin-row">
        <p className="admin-amount num">
          {formatEther(balanceWei)} <small>{config.nativeCurrency.symbol}</small>
        </p>
        <Button sentence {...act.button} onClick={withdraw}>
          {adminText.withdrawAct}
        </Button>
      </div>
      <CallData panel={panel} call={call} />
    </AdminSection>
  )
}
