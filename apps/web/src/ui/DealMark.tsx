import { useMemo, type ReactNode } from 'react'
import { randomFrom } from './randomFrom.ts'
import './DealMark.css'

const strands = 11
const pointsPerStrand = 64

/**
 * An engraved band computed from `seed`. Two people who look at the same thing see the same figure; a changed thing draws
 * another. It helps to recognise and proves nothing, so it is hidden from screen readers.
 */
export function DealMark({ seed, upright = false }: { seed: string; upright?: boolean }): ReactNode {
  const path = useMemo(() => engrave(seed), [seed])
  return (
    <svg
      className={upright ? 'deal-mark deal-mark-upright' : 'deal-mark'}
      viewBox={upright ? '0 0 40 360' : '0 0 360 40'}
      preserveAspectRatio={upright ? 'xMidYMid slice' : 'none'}
      aria-hidden="true"
    >
      <path d={path} transform={upright ? 'rotate(90) translate(0 -40)' : undefined} />
    </svg>
  )
}

function engrave(seed: string): string {
  const random = randomFrom(seed)
  const waves = 3 + Math.floor(random() * 5)
  const beat = 1 + Math.floor(random() * 3)
  const twist = 0.35 + random() * 0.75
  const skew = random() * Math.PI * 2
  const spread = Math.PI * (0.5 + random() * 0.5)
  const lines: string[] = []
  for (let strand = 0; strand < strands; strand++) {
    const shift = (strand / (strands - 1) - 0.5) * spread
    const points: string[] = []
    for (let at = 0; at <= pointsPerStrand; at++) {
      const turn = (at / pointsPerStrand) * Math.PI * 2
      const envelope = 0.55 + 0.45 * Math.cos(turn * beat + skew + shift * twist)
      const y = 20 + 17 * envelope * Math.sin(turn * waves + shift)
      points.push(`${((at / pointsPerStrand) * 360).toFixed(1)} ${y.toFixed(1)}`)
    }
    lines.push(`M${points.join('L')}`)
  }
  return lines.join('')
}
