import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { useWho } from '../../services/useWho.ts'
import { frameText } from '../../text/frame.ts'
import { blocksText as words } from '../../text/blocks.lazy.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface BlockDialogProps {
  readonly other: Address
  readonly onAnswer: (isBlocked: boolean) => void
  readonly onClose: () => void
}

/** Asks before a block ends tables with that wallet, wherever its button is. */
export default function BlockDialog({ other, onAnswer, onClose }: BlockDialogProps): ReactNode {
  return (
    <ConfirmDialog
      title={words.block(useWho(other))}
      text={words.endsTables}
      back={words.dontBlock}
      closeLabel={frameText.close}
      onClose={() => {
        onClose()
        onAnswer(false)
      }}
      // After onClose.
      onConfirm={() => onAnswer(true)}
    />
  )
}
