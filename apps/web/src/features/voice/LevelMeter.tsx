import type { ReactNode } from 'react'
import { callText } from '../../text/call.lazy.ts'

/** How loud one's own microphone is. */
export function LevelMeter({ level }: { level: number }): ReactNode {
  return (
    <div className="voice-level">
      <meter min={0} max={1} value={level} aria-label={callText.level} />
      <p className="voice-hint muted">{callText.levelHint}</p>
    </div>
  )
}
