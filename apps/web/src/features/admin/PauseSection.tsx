import { setCreationPausedCall } from '@parley/chain'
import type { ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import { say } from '../../messages/say.ts'
import { useMessages } from '../../services/Portal.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
/** Pauses or resumes new offers. */
export function PauseSection({ panel }: { panel: Panel }): ReactNode {
  const messages = useMessages()
  const act = useOwnerAct(panel)
  const { owner, creationPaused } = panel.state
  const call = setCreationPausedCall(panel.escrow, !creationPaused)

  const change = (): void => {
    if (!panel.isOwner) return act.refuse(say(messages, 'adminNotTheOwner', { owner: owner ?? adminWords.nobody }))
    if (creationPaused) void act.run(call, 'adminResumeDone')
    else act.ask(adminWords.pauseAsk, call, 'adminPauseDone')
  }
  return (
    <AdminSection title={adminWords.pauseTitle} hint={adminWords.pauseHint} act={act} yes={adminWords.pauseAct}>
      <div className="admin-row">
        <p className="admin-state">
          <Badge icon={creationPaused ? 'warning' : 'checkCircle'} tone={creationPaused ? 'warn' : 'ok'}>
            {creationPaused ? adminWords.paused : adminWords.allowed}
          </Badge>
        </p>
        <Button sentence {...act.button} onClick={change}>
          {creationPaused ? adminWords.resumeAct : adminWords.pauseAct}
        </Button>
      </div>
      <CallData panel={panel} call={call} />
    </AdminSection>
  )
}
