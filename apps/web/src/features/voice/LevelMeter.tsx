import type { ReactNode } from 'react'
import { callWords } from '../../messages/callWords.ts'

/** How loud one's own microphone is. */
export function LevelMeter({ level }: { level: number }): ReactNode {
  return (
    <div className="voice-level">
      <meter min={0} max={1} value={level} aria-label={callWords.level} />
      <p className="voice-hint muted">{callWords.levelHint}</p>
    </div>
  )
}
