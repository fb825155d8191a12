import type { ReactNode } from 'react'

const bars = [7, 15, 10, 18, 8] as const

/** A speaking indicator: bars that move. The text beside it says the same. */
export function Voice({ speaking }: { speaking: boolean }): ReactNode {
  return (
    <svg className={speaking ? 'voice-wave voice-wave-on' : 'voice-wave'} viewBox="0 0 30 20" aria-hidden="true">
      {bars.map((height, at) => (
        <rect key={height} x={2 + at * 6} y={10 - height / 2} width="2.5" height={height} rx="1.25" />
      ))}
    </svg>
  )
}
