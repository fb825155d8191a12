import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { tradeLink, tradePaths } from './addresses.ts'
import { frameText } from '../../text/frame.ts'
import { traderText, tradeLinkText as words } from '../../text/trader.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton, ShareButton } from '../../ui/CopyButton.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { Link } from '../../ui/Link.tsx'
import { Slip } from '../../ui/Slip.tsx'

/** The place of the link's code. */
export function TradeCodeComing(): ReactNode {
  return <span className="trade-code skeleton" />
}

interface TradeSlipProps {
  readonly address: Address
  /** Their name in this browser, else the address cut. */
  readonly who: string
  readonly isOwn: boolean
  /** Ends the viewer's block of this address; null if there is none. */
  readonly onUnblock: (() => void) | null
  /** The link's code. */
  readonly children: ReactNode
}

/** The link to a table with a trader as a code, and the ways to trade with them. */
export function TradeSlip({ address, who, isOwn, onUnblock, children }: TradeSlipProps): ReactNode {
  const link = tradeLink(address)
  const title = isOwn ? words.own : words.other(who)
  const paths = tradePaths(address, window.location.search)
  return (
    <Slip
      title={title}
      heading={<HexText>{title}</HexText>}
      stub={
        <>
          {isOwn ? null : onUnblock ? (
            <>
              <p className="stub-words">{words.blocked(who)}</p>
              <Button look="stamp" sentence onClick={onUnblock}>
                {traderText.unblock}
              </Button>
            </>
          ) : (
            <>
              <Link className={buttonClass('stamp', true)} href={paths.table}>
                {words.openTable(who)}
              </Link>
              <Link className={buttonClass('outline', true)} href={paths.swap}>
                {words.swap}
              </Link>
            </>
          )}
          <div className="trade-link-acts">
            <CopyButton text={link.href} label={words.copy} doneLabel={frameText.copied} />
            {/* Shared texts have the address: nicknames are private. */}
            <ShareButton url={link.href} text={words.shareText(shorten(address))} label={words.share} />
          </div>
          <p className="slip-fine">{isOwn ? words.ownFine : words.fine}</p>
        </>
      }
    >
      {children}
      <p className="trade-link num" title={link.href}>
        {link.host}
        {link.pathname}?to=
        <wbr />
        {shorten(address)}
      </p>
    </Slip>
  )
}
