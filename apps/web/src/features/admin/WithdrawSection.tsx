import { withdrawFeesCall } from '@parley/chain'
import { formatEther } from 'viem/utils'
import type { ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import { say } from '../../messages/say.ts'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
/** Withdraws the fees. */
export function WithdrawSection({ panel }: { panel: Panel }): ReactNode {
  const { config } = useSession()
  const messages = useMessages()
  const act = useOwnerAct(panel)
  const { owner, balanceWei } = panel.state
  const call = withdrawFeesCall(panel.escrow)

  const withdraw = (): void => {
    if (!panel.isOwner) return act.refuse(say(messages, 'adminNotTheOwner', { owner: owner ?? adminWords.nobody }))
    if (balanceWei === 0n) return act.refuse(say(messages, 'adminNoFees'))
    act.ask(adminWords.withdrawAsk(panel.viewer), call, 'adminWithdrawDone')
  }
  return (
    <AdminSection
      title={adminWords.withdrawTitle}
      hint={adminWords.withdrawHint}
      act={act}
      yes={adminWords.withdrawAct}
    >
      <div className="admin-row">
        <p className="admin-amount num">
          {formatEther(balanceWei)} <small>{config.nativeCurrency.symbol}</small>
        </p>
        <Button sentence {...act.button} onClick={withdraw}>
          {adminWords.withdrawAct}
        </Button>
      </div>
      <CallData panel={panel} call={call} />
    </AdminSection>
  )
}
