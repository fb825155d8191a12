import { locale } from '@parley/domain'
import type { ReactNode } from 'react'
import type { ChainWord } from '../../features/offers/useOffer.ts'
import { offerWords } from '../../messages/offerWords.ts'
import { screenWords } from '../../messages/screenWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'

/** The offer's state on chain, read through the visitor's connection (decision C6). */
export function ChainLine({ chain, onRefresh }: { chain: ChainWord; onRefresh: () => Promise<void> }): ReactNode {
  const again = (
    <Button sentence onClick={() => void onRefresh()}>
      {screenWords.frame.tryAgain}
    </Button>
  )
  if (chain.state === 'reading') {
    return (
      <p className="chain-line" role="status">
        {offerWords.reading}
      </p>
    )
  }
  if (!('block' in chain)) {
    return (
      <Note tone="warn" action={again}>
        {offerWords.unreadable}
      </Note>
    )
  }
  const block = chain.block.toLocaleString(locale)
  if (chain.state === 'differs') {
    return (
      <Note tone="bad" role="alert" action={again}>
        <b>{offerWords.differs}</b> {offerWords.differsText(block)}
      </Note>
    )
  }
  return (
    <p className="chain-line num" role="status">
      <b>
        <Icon name="checkCircle" />
        {offerWords.checked}
      </b>
      {offerWords.checkedText(block)}
    </p>
  )
}
