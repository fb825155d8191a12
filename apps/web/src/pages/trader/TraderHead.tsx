import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { frameText } from '../../text/frame.ts'
import { traderText as words } from '../../text/trader.lazy.ts'
import { shorten, WholeAddress } from '../../ui/Address.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import type { AddressKind } from './addresses.ts'

interface TraderHeadProps {
  readonly address: Address
  /** Their name in this browser, else the address cut. */
  readonly who: string
  readonly isOwn: boolean
  readonly isBlocked: boolean
  /** Not at the address of an escrow or a collection. */
  readonly isSomebody: boolean
  /** Names the address, or renames a contact. */
  readonly contact: ReactNode
  /** What a name service calls the address, below it. */
  readonly domainName: ReactNode
  /** Null in a first view: the button's code has yet to come. */
  readonly onBlock: (() => void) | null
}

/** Whom the page is about, and what the viewer may do with the address. */
export function TraderHead({
  address,
  who,
  isOwn,
  isBlocked,
  isSomebody,
  contact,
  domainName,
  onBlock,
}: TraderHeadProps): ReactNode {
  const isNamed = who !== shorten(address)
  return (
    <div className="intro trader-intro">
      <div className="trader-who">
        <Avatar seed={address} sizePx={76} />
        <div>
          <h1>
            <HexText>{who}</HexText>
          </h1>
          <p className="trader-address">
            <ExplorerLink to={{ address }}>
              <WholeAddress address={address} />
            </ExplorerLink>
          </p>
          {domainName}
          {isSomebody ? <p>{isOwn ? words.own : isNamed ? words.named : words.lead}</p> : null}
        </div>
      </div>
      <div className="intro-state">
        <CopyButton text={address} label={frameText.copyAddress} doneLabel={frameText.copied} />
        {isSomebody && !isOwn ? contact : null}
        {isSomebody ? (
          <Link className={buttonClass('outline', true)} href={`/wallet/${address}`}>
            {isOwn ? words.ownNfts : words.nfts}
          </Link>
        ) : null}
        {isOwn ? (
          <Link className={buttonClass('outline', true)} href={`/trader/${address}/history`}>
            {words.history}
          </Link>
        ) : null}
        {isSomebody && !isOwn && !isBlocked ? (
          <Button look="quiet" sentence disabled={!onBlock} onClick={onBlock ?? undefined}>
            {words.block}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Says where an address is no person's wallet, or may not be. */
export function KindNote({ kind }: { readonly kind: AddressKind }): ReactNode {
  switch (kind.kind) {
    case 'wallet':
      return null
    case 'contract':
      return <Note tone="plain">{words.contract}</Note>
    case 'escrow':
      return (
        <Note tone="warn">
          {words.escrow} {words.noSend}
        </Note>
      )
    case 'collection':
      return (
        <Note tone="warn">
          {words.collection(kind.name)} {words.noSend}
        </Note>
      )
  }
}

/** The place of a button that comes with the viewer's contacts. */
export function ContactButtonComing(): ReactNode {
  return (
    <Button sentence disabled>
      {words.addContact}
    </Button>
  )
}
