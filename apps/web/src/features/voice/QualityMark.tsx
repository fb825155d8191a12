import type { ReactNode } from 'react'
import { callText } from '../../text/call.lazy.ts'
import type { Quality } from './call/CallState.ts'

const bars: Readonly<Record<Quality, number>> = { poor: 1, fair: 2, good: 3 }

/** Connection quality as one to three bars, with a text for screen readers. */
export function QualityMark({ quality }: { quality: Quality }): ReactNode {
  const label = callText.qualities[quality]
  return (
    <svg className={`voice-quality voice-quality-${quality}`} viewBox="0 0 16 14" role="img" aria-label={label}>
      <title>{label}</title>
      {[1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 5 - 4}
          y={13 - bar * 4}
          width="3.5"
          height={bar * 4}
          rx="1"
          opacity={bar <= bars[quality] ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}
