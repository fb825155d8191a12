import { acceptOwnershipCall, proposeOwnerCall, setCreationPausedCall } from '@parley/chain'
import { parseAddress, sameAddress } from '@parley/domain'
import { useId, useState, type ReactNode } from 'react'
import { adminText, adminMessages } from '../../text/admin.ts'
import { renderMessage } from '../../text/message.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Transfers ownership in two steps (decision K9). */
export function OwnershipSection({ panel }: { panel: Panel }): ReactNode {
  const act = useOwnerAct(panel)
  const [text, setText] = useState('')
  const parsed = parseAddress(text)
  const newOwner = 'address' in parsed ? parsed.address : null
  const { owner } = panel.state

  const propose = (): void => {
    if (!panel.isOwner)
      return act.refuse(renderMessage(adminMessages, 'adminNotTheOwner', { owner: owner ?? adminText.nobody }))
    if (newOwner === null) return act.refuse(renderMessage(adminMessages, 'adminAddressInvalid'))
    act.ask(adminText.proposeAsk(newOwner), proposeOwnerCall(panel.escrow, newOwner), 'adminProposeDone', () =>
      setText(''),
    )
  }
  return (
    <AdminSection title={adminText.ownershipTitle} hint={adminText.ownershipHint} act={act} yes={adminText.proposeAct}>
      <Pending panel={panel} />
      <form
        className="admin-row"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.busy) propose()
        }}
      >
        <TextField
          label={adminText.newOwner}
          value={text}
          placeholder="0x…"
          spellCheck={false}
          invalid={text !== '' && newOwner === null}
          onChange={(event) => setText(event.target.value)}
          {...act.field}
        />
        <Button type="submit" sentence {...act.button}>
          {adminText.proposeAct}
        </Button>
      </form>
      <CallData panel={panel} call={newOwner && proposeOwnerCall(panel.escrow, newOwner)} />
    </AdminSection>
  )
}

/** Pending transfer: the proposed owner may accept, the current one may withdraw. */
function Pending({ panel }: { panel: Panel }): ReactNode {
  const act = useOwnerAct(panel)
  const reasonId = useId()
  const { pendingOwner } = panel.state
  if (pendingOwner === null) return null
  const isYou = sameAddress(pendingOwner, panel.viewer)
  const accept = (): void => {
    if (!isYou) return act.refuse(renderMessage(adminMessages, 'adminNotPending'))
    void act.run(acceptOwnershipCall(panel.escrow), 'adminAcceptDone')
  }
  return (
    <>
      <Note
        tone="warn"
        action={
          <span className="row">
            {panel.isOwner ? (
              <Button
                sentence
                working={act.working}
                disabled={act.button.disabled}
                onClick={() => void act.run(proposeOwnerCall(panel.escrow, null), 'adminUnproposeDone')}
              >
                {adminText.unproposeAct}
              </Button>
            ) : (
              <Button
                look="primary"
                sentence
                working={act.working}
                disabled={act.button.disabled}
                aria-disabled={!isYou || undefined}
                aria-describedby={isYou ? undefined : reasonId}
                onClick={accept}
              >
                {adminText.acceptAct}
              </Button>
            )}
          </span>
        }
      >
        {isYou ? adminText.proposedYou : adminText.proposed(pendingOwner)}
        {isYou || panel.isOwner ? null : <span id={reasonId}> {adminText.proposedOnly}</span>}
      </Note>
      <CallData panel={panel} by="pendingOwner" title={adminText.acceptCall} call={acceptOwnershipCall(panel.escrow)} />
      <CallData panel={panel} title={adminText.unproposeCall} call={proposeOwnerCall(panel.escrow, null)} />
    </>
  )
}

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
