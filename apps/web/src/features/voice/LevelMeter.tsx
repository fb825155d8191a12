import './LevelMeter.css'
import type { ReactNode } from 'react'
import { callText } from '../../text/call.lazy.ts'

/** How loud one's own microphone is. */
export function LevelMeter({ level }: { level: number }): ReactNode {
  return (
    <div className="voice-level">
      <Level level={level} />
      <p className="voice-hint muted">{callText.levelHint}</p>
    </div>
  )
}

/** The bar alone. */
export function Level({ level }: { level: number }): ReactNode {
  return <meter className="level-meter" min={0} max={1} value={level} aria-label={callText.level} />
}
