import type { ReactNode } from 'react'
import { useMessages } from '../../session/useMessages.ts'
import { Button } from '../../ui/Button.tsx'

interface CreateActProps {
  /** Whether the draft is complete. Where it is not, pressing says what is missing (decision S2). */
  readonly ready: boolean
  /** Creating is under way. */
  readonly creating: boolean
  /** Something else is under way. */
  readonly busy: boolean
  readonly onCreate: () => void
}

/** The one button of the slip. */
export function CreateAct({ ready, creating, busy, onCreate }: CreateActProps): ReactNode {
  const messages = useMessages()
  return (
    <Button
      look="stamp"
      working={creating}
      disabled={busy && !creating}
      aria-disabled={!ready || undefined}
      onClick={onCreate}
    >
      {creating ? messages.processing.text : messages.create.text}
    </Button>
  )
}
