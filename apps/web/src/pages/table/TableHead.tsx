import { type Address, sameAddress } from '@parley/domain'
import { tableVoiceRoom } from '@parley/protocol'
import { useState, type ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import { tablePageText as words } from '../../text/table.lazy.ts'
import { WholeAddress } from '../../ui/Address.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { useCall } from '../../features/voice/voiceLine.ts'
import { VoicePlace } from '../VoicePlace.tsx'
import { clockTime } from './tableTime.ts'

const contactParts = () => import('../../features/contacts/contactParts.lazy.ts')
const ContactButton = lazyOnIdle(async () => ({ default: (await contactParts()).ContactButton }))
const PartyNotice = lazyOnIdle(async () => ({ default: (await contactParts()).PartyNotice }))

const foldedCall = () => import('../../features/voice/FoldedCall.lazy.tsx')
const FoldedControls = lazyOnIdle(foldedCall)
const FoldedWords = lazyOnIdle(async () => ({ default: (await foldedCall()).FoldedWords }), NoCall)

/** Where the list of tables is. */
export const tablesPath = '/pending-trades'

export function BackToTables(): ReactNode {
  return (
    <Link className="back" href={tablesPath}>
      <Icon name="left" />
      {words.all}
    </Link>
  )
}

interface TableHeadProps {
  readonly title: string
  /** The other person's, in full. */
  readonly address: Address
  readonly presence: ReactNode
  /** {@link TableActs}, where they are beside the title. */
  readonly acts: ReactNode
}

/** Who sits here, and whether they are here now. */
export function TableHead({ title, address, presence, acts }: TableHeadProps): ReactNode {
  return (
    <div className="intro table-head">
      <div>
        <BackToTables />
        <h1 title={address}>
          <HexText>{title}</HexText>
        </h1>
        <p className="table-address num">
          <ExplorerLink to={{ address }}>
            <WholeAddress address={address} />
          </ExplorerLink>
        </p>
        {presence}
        <PartyNotice address={address} />
      </div>
      {acts ? <div className="intro-state">{acts}</div> : null}
    </div>
  )
}

interface TableActsProps {
  readonly address: Address
  /** To copy; null before there is one. */
  readonly link: string | null
  readonly onLeave: (() => void) | null
}

/** What one does with the other person and the table as a whole. A phone has them below, where they don't push the deal down. */
export function TableActs({ address, link, onLeave }: TableActsProps): ReactNode {
  return (
    <>
      <ContactButton address={address} look="quiet" />
      <Link className={buttonClass('outline', true)} href={`/trader/${address}`}>
        {words.theirPage}
      </Link>
      {link ? <CopyButton text={link} label={frameText.copyLink} doneLabel={frameText.copied} /> : null}
      {onLeave ? (
        <Button look="quiet" sentence onClick={onLeave}>
          {words.leave}
        </Button>
      ) : null}
    </>
  )
}

interface PresenceProps {
  readonly who: string
  /** Null while nothing is heard of them, since the line is away, and once one of the two has left. */
  readonly isHere: boolean | null
  /** When they were last here, unix seconds; null for never. */
  readonly seenS: number | null
  readonly nowS: number
  /** The deal is in the escrow, or has been swapped, or the table is over. */
  readonly isBound: boolean
}

export function Presence({ who, isHere, seenS, nowS, isBound }: PresenceProps): ReactNode {
  const away = seenS === null ? words.never(who) : words.lastHere(who, clockTime(seenS, nowS))
  return (
    <p className="table-presence">
      {isHere === null ? null : <b className={isHere ? 'is-here' : ''}>{isHere ? words.here(who) : away}</b>}{' '}
      {isBound ? null : words.nothingBinds}
    </p>
  )
}

interface NoTableProps {
  readonly title: string
  readonly text: string
  readonly onRetry?: () => void
}

/** Why there is nothing to see. */
export function NoTable({ title, text, onRetry }: NoTableProps): ReactNode {
  return (
    <div className="no-offer" role="alert">
      <BackToTables />
      <Slip
        title={title}
        level="h1"
        stub={
          onRetry ? (
            <Button look="stamp" sentence icon="refresh" onClick={onRetry}>
              {frameText.tryAgain}
            </Button>
          ) : (
            <Link className={buttonClass('stamp', true)} href={tablesPath}>
              {words.all}
            </Link>
          )
        }
      >
        <p>{text}</p>
      </Slip>
    </div>
  )
}

interface TableVoiceProps {
  readonly who: string
  readonly other: Address
  readonly tableId: string
}

/** The other's voice, folded on their side: only the two of them may enter its room. */
export function TableVoice({ who, other, tableId }: TableVoiceProps): ReactNode {
  const [open, setOpen] = useState(false)
  const call = useCall()
  const room = tableVoiceRoom(tableId)
  return (
    <div className="table-voice">
      <Collapsible
        open={open}
        onToggle={setOpen}
        title={
          <>
            <Avatar seed={other} sizePx={40} />
            <span>{call ? <FoldedWords call={call} room={room} who={who} /> : <NoCall who={who} />}</span>
          </>
        }
      >
        <VoicePlace
          room={room}
          path={`/table/${tableId}`}
          roleOf={(address) => (sameAddress(address, other) ? who : null)}
        />
      </Collapsible>
      {call && !open ? <FoldedControls call={call} room={room} /> : null}
    </div>
  )
}

function NoCall({ who }: { who: string }): ReactNode {
  return (
    <>
      <b>{words.voice(who)}</b>
      <small>{words.voiceText}</small>
    </>
  )
}
