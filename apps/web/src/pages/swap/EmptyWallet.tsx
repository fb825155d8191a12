import { product, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { emptyWalletWords as words } from '../../messages/collectionWords.ts'
import { screenWords } from '../../messages/screenWords.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Link } from '../../ui/Link.tsx'
import './EmptyWallet.css'

/** Ways on for a wallet without supported NFTs. */
export default function EmptyWallet({ address }: { address: Address }): ReactNode {
  return (
    <div className="empty-wallet">
      <span className="caps field-label">{words.address}</span>
      <div className="field-box field-still">
        <span className="num" title={address}>
          {address}
        </span>
        <CopyButton text={address} label={words.copy} doneLabel={screenWords.wallet.copied} />
      </div>
      <p className="muted">{words.send}</p>
      <p className="muted">{words.coins}</p>
      <Link href={`/what-is-${product.slug}#collections`}>{words.collections}</Link>
    </div>
  )
}
