import { setCreationPausedCall } from '@parley/chain'
import type { ReactNode } from 'react'
import { adminText, adminMessages } from '../../text/admin.ts'
import { renderMessage } from '../../text/message.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
/** Pauses or resumes new offers. */
export function PauseSection({ panel }: { panel: Panel }): ReactNode {
  const act = useOwnerAct(panel)
  const { owner, creationPaused } = panel.state
  const call = setCreationPausedCall(panel.escrow, !creationPaused)

  const change = (): void => {
    if (!panel.isOwner)
      return act.refuse(renderMessage(adminMessages, 'adminNotTheOwner', { owner: owner ?? adminText.nobody }))
    if (creationPaused) void act.run(call, 'adminResumeDone')
    else act.ask(adminText.pauseAsk, call, 'adminPauseDone')
  }
  return (
    <AdminSection title={adminText.pauseTitle} hint={adminText.pauseHint} act={act} yes={adminText.pauseAct}>
      <div className="admin-row">
        <p className="admin-state">
          <Badge icon={creationPaused ? 'warning' : 'checkCircle'} tone={creationPaused ? 'warn' : 'ok'}>
            {creationPaused ? adminText.paused : adminText.allowed}
          </Badge>
        </p>
        <Button sentence {...act.button} onClick={change}>
          {creationPaused ? adminText.resumeAct : adminText.pauseAct}
        </Button>
      </div>
      <CallData panel={panel} call={call} />
    </AdminSection>
  )
}
