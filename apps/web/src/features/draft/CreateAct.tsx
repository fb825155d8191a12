import type { ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'

interface CreateActProps {
  /** Whether the draft is complete. If not, pressing says what is missing (decision S2). */
  readonly ready: boolean
  /** Creating is in progress. */
  readonly creating: boolean
  /** Another action is in progress. */
  readonly busy: boolean
  readonly onCreate: () => void
}

/** The slip's main button. */
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
      {creating ? messages.processing : messages.create}
    </Button>
  )
}
