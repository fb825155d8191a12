import type { ReactNode } from 'react'
import { useLive } from '../features/live/useLive.ts'
import { screenWords } from '../messages/screenWords.ts'
import { Note } from '../ui/Note.tsx'

/** Says that the server is away, on every page, for as long as it is (decision C8). */
export function LineNotice(): ReactNode {
  const { status } = useLive()
  return (
    <div className="line-notice">
      {status === 'away' ? <Note tone="warn">{screenWords.frame.serverAway}</Note> : null}
    </div>
  )
}
