import { frameText } from '../../text/frame.ts'
import { product, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { emptyWalletText as words } from '../../text/wallet.lazy.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Link } from '../../ui/Link.tsx'
import './OwnAddress.css'

/** The wallet's whole address, for a friend to paste. A wallet without supported NFTs is shown ways on, too. */
export default function OwnAddress({ address, empty = false }: { address: Address; empty?: boolean }): ReactNode {
  return (
    <div className="own-address">
      <span className="caps field-label">{words.address}</span>
      <div className="field-box field-still">
        <span className="num" title={address}>
          {address}
        </span>
        <CopyButton text={address} label={frameText.copy} doneLabel={frameText.copied} />
      </div>
      {empty ? (
        <>
          <p className="muted">{words.send}</p>
          <p className="muted">{words.coins}</p>
          <Link href={`/what-is-${product.slug}#collections`}>{words.collections}</Link>
        </>
      ) : null}
    </div>
  )
}
