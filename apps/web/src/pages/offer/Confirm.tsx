import { nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { offerText } from '../../text/offer.lazy.ts'

interface ConfirmProps {
  readonly nft: HeldNft
  /** Keys of the confirmed NFTs. */
  readonly confirmed: readonly string[]
  readonly onConfirm: (key: string, on: boolean) => void
}

/** A tick by which one NFT of an unsupported contract is confirmed (decision S5). */
export function Confirm({ nft, confirmed, onConfirm }: ConfirmProps): ReactNode {
  return (
    <label className="confirm">
      <input
        type="checkbox"
        checked={confirmed.includes(nftKey(nft))}
        onChange={(event) => onConfirm(nftKey(nft), event.target.checked)}
      />
      {offerText.confirm(nft.name)}
    </label>
  )
}
