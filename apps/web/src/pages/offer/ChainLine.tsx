import type { ReactNode } from 'react'
import type { OnChainCheck } from '../../features/offers/useOffer.ts'
import { grouped } from '../../text/format.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { frameText } from '../../text/frame.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'

/** The offer's state on chain, read through the visitor's connection (decision C6). */
export function ChainLine({ chain, onRefresh }: { chain: OnChainCheck; onRefresh: () => Promise<void> }): ReactNode {
  const again = (
    <Button sentence onClick={() => void onRefresh()}>
      {frameText.tryAgain}
    </Button>
  )
  if (chain.state === 'reading') {
    return (
      <p className="chain-line" role="status">
        {offerText.reading}
      </p>
    )
  }
  if (!('block' in chain)) {
    return (
      <Note tone="warn" action={again}>
        {offerText.unreadable}
      </Note>
    )
  }
  const block = grouped(chain.block)
  if (chain.state === 'differs') {
    return (
      <Note tone="bad" role="alert" action={again}>
        <b>{offerText.differs}</b> {offerText.differsText(block)}
      </Note>
    )
  }
  return (
    <p className="chain-line num" role="status">
      <b>
        <Icon name="checkCircle" />
        {offerText.checked}
      </b>
      <span className="chain-match" title={offerText.checkedAt(block)}>
        {offerText.checkedText}
      </span>
    </p>
  )
}
