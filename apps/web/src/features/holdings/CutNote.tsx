import type { ReactNode } from 'react'
import { partialWalletText } from '../../text/deal.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Holdings } from './useHoldings.ts'

interface CutNoteProps {
  readonly readUpTo: number
  readonly holdings: Holdings
}

/** Says that a wallet holds more than has been loaded. */
export default function CutNote({ readUpTo, holdings }: CutNoteProps): ReactNode {
  return (
    <Note
      tone="plain"
      action={
        <Button sentence working={holdings.refreshing} onClick={() => void holdings.readOn()}>
          {partialWalletText.readOn}
        </Button>
      }
    >
      {partialWalletText.cut(readUpTo)}
    </Note>
  )
}
