import { acceptOwnershipCall, proposeOwnerCall } from '@parley/chain'
import { parseAddress, sameAddress } from '@parley/domain'
import { useId, useState, type ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import { say } from '../../messages/say.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
/** Transfers ownership in two steps (decision K9). */
export function OwnershipSection({ panel }: { panel: Panel }): ReactNode {
  const messages = useMessages()
  const act = useOwnerAct(panel)
  const [text, setText] = useState('')
  const parsed = parseAddress(text)
  const newOwner = 'address' in parsed ? parsed.address : null
  const { owner } = panel.state

  const propose = (): void => {
    if (!panel.isOwner) return act.refuse(say(messages, 'adminNotTheOwner', { owner: owner ?? adminWords.nobody }))
    if (newOwner === null) return act.refuse(say(messages, 'adminAddressInvalid'))
    act.ask(adminWords.proposeAsk(newOwner), proposeOwnerCall(panel.escrow, newOwner), 'adminProposeDone', () =>
      setText(''),
    )
  }
  return (
    <AdminSection
      title={adminWords.ownershipTitle}
      hint={adminWords.ownershipHint}
      act={act}
      yes={adminWords.proposeAct}
    >
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
          label={adminWords.newOwner}
          value={text}
          placeholder="0x…"
          spellCheck={false}
          invalid={text !== '' && newOwner === null}
          onChange={(event) => setText(event.target.value)}
          {...act.field}
        />
        <Button type="submit" sentence {...act.button}>
          {adminWords.proposeAct}
        </Button>
      </form>
      <CallData panel={panel} call={newOwner && proposeOwnerCall(panel.escrow, newOwner)} />
    </AdminSection>
  )
}

/** Pending transfer: the proposed owner may accept, the current one may withdraw. */
function Pending({ panel }: { panel: Panel }): ReactNode {
  const messages = useMessages()
  const act = useOwnerAct(panel)
  const reasonId = useId()
  const { pendingOwner } = panel.state
  if (pendingOwner === null) return null
  const isYou = sameAddress(pendingOwner, panel.viewer)
  const accept = (): void => {
    if (!isYou) return act.refuse(say(messages, 'adminNotPending'))
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
                onClick={() => void act.run(proposeOwnerCall(panel.escrow, null), 'adminUnproposeDone')}
              >
                {adminWords.unproposeAct}
              </Button>
            ) : (
              <Button
                look="primary"
                sentence
                working={act.working}
                aria-disabled={!isYou || undefined}
                aria-describedby={isYou ? undefined : reasonId}
                onClick={accept}
              >
                {adminWords.acceptAct}
              </Button>
            )}
          </span>
        }
      >
        {isYou ? adminWords.proposedYou : adminWords.proposed(pendingOwner)}
        {isYou || panel.isOwner ? null : <span id={reasonId}> {adminWords.proposedOnly}</span>}
      </Note>
      <CallData
        panel={panel}
        by="pendingOwner"
        title={adminWords.acceptCall}
        call={acceptOwnershipCall(panel.escrow)}
      />
      <CallData panel={panel} title={adminWords.unproposeCall} call={proposeOwnerCall(panel.escrow, null)} />
    </>
  )
}
