import {
  emergencyWithdrawCall,
  ChainFailureError,
  readCustody,
  readOfferTerms,
  readOwner,
  type OfferOnChain,
} from '@parley/chain'
import { parseAddress, parseTokenId, sameAddress, type Nft } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { adminText, adminMessages } from '../../text/admin.ts'
import { failureReason } from '../../text/contractErrors.ts'
import { signingMessages } from '../../text/explainFailure.ts'
import { type Message, renderMessage } from '../../text/message.ts'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import { shorten } from '../../ui/Address.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'
/** An NFT that an offer holds, so it can't be recovered. */
interface Held {
  readonly nft: Nft
  readonly offer: OfferOnChain
}

/** Recovers a stray NFT. If an offer holds it, shows the offer and how its creator gets it back. */
export function RecoverySection({ panel }: { panel: Panel }): ReactNode {
  const { chain, formatter } = useSession()
  const messages = useMessages()
  const act = useOwnerAct(panel)
  const [contractText, setContractText] = useState('')
  const [tokenText, setTokenText] = useState('')
  const [held, setHeld] = useState<Held | null>(null)
  const [looking, setLooking] = useState(false)
  const parsed = parseAddress(contractText)
  const tokenId = parseTokenId(tokenText)
  const nft = 'address' in parsed && tokenId !== null ? { contract: parsed.address, tokenId } : null

  const recover = async (): Promise<void> => {
    setHeld(null)
    if (!panel.isOwner) return act.refuse(renderMessage(adminMessages, 'adminRecoveryOwnerOnly'))
    if (contractText.trim() === '' || tokenText.trim() === '')
      return act.refuse(renderMessage(adminMessages, 'adminRecoveryIncomplete'))
    if (!('address' in parsed)) return act.refuse(renderMessage(adminMessages, 'adminContractInvalid'))
    if (tokenId === null) return act.refuse(renderMessage(adminMessages, 'adminTokenInvalid'))
    const wanted = { contract: parsed.address, tokenId }
    const holding = await readCustody(chain, panel.escrow, wanted)
    if (holding !== null) return setHeld({ nft: wanted, offer: await readOfferTerms(chain, panel.escrow, holding) })
    if (!sameAddress(await readOwner(chain, wanted), panel.escrow))
      return act.refuse(renderMessage(adminMessages, 'adminNotHeld'))
    act.ask(
      adminText.recoveryAsk(formatter.nft(wanted.contract, wanted.tokenId), panel.viewer),
      emergencyWithdrawCall(panel.escrow, wanted),
      'adminRecoveryDone',
    )
  }
  const whyNot = (error: unknown): Message => {
    if (!(error instanceof ChainFailureError)) return renderMessage(adminMessages, 'adminUnreadable')
    if (error.failure.kind === 'reverted') return renderMessage(adminMessages, 'adminNotHeld')
    if (error.failure.kind === 'unknown') return renderMessage(adminMessages, 'adminUnreadable')
    return renderMessage(signingMessages, 'adminFailed', { reason: failureReason(error.failure, messages, formatter) })
  }
  const submit = async (): Promise<void> => {
    setLooking(true)
    try {
      await recover()
    } catch (error) {
      // Nothing was sent: no such token or collection, or the chain is unreachable.
      act.refuse(whyNot(error))
    } finally {
      setLooking(false)
    }
  }
  return (
    <AdminSection title={adminText.recoveryTitle} hint={adminText.recoveryHint} act={act} yes={adminText.recoveryAct}>
      <form
        className="admin-row admin-row-two"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.busy && !looking) void submit()
        }}
      >
        <TextField
          label={adminText.recoveryContract}
          value={contractText}
          placeholder="0x…"
          spellCheck={false}
          invalid={contractText !== '' && !('address' in parsed)}
          onChange={(event) => setContractText(event.target.value)}
          {...act.field}
        />
        <TextField
          label={adminText.recoveryToken}
          value={tokenText}
          inputMode="numeric"
          invalid={tokenText !== '' && tokenId === null}
          onChange={(event) => setTokenText(event.target.value)}
          {...act.field}
        />
        <Button type="submit" sentence {...act.button} working={act.working || looking}>
          {adminText.recoveryAct}
        </Button>
      </form>
      {held ? <HeldNote held={held} /> : null}
      <CallData panel={panel} call={nft && emergencyWithdrawCall(panel.escrow, nft)} />
    </AdminSection>
  )
}

function HeldNote({ held: { nft, offer } }: { held: Held }): ReactNode {
  const { formatter } = useSession()
  return (
    <Note tone="warn" role="alert" action={<Link href={`/p2p/${offer.id}`}>{adminText.heldLink}</Link>}>
      {adminText.heldBy(formatter.nft(nft.contract, nft.tokenId), shorten(offer.id), shorten(offer.creator))}{' '}
      {offer.isActive ? adminText.heldOpen : adminText.heldClosed}
    </Note>
  )
}
