import type { ReactNode } from 'react'
import './DealMark.css'
import { useIsDrawn } from './useIsDrawn.ts'

interface DealMarkProps {
  /** An SVG path in a 360 by 40 box. */
  readonly path: string
  readonly upright?: boolean
}

/** An engraved band that helps people recognise a deal. It proves nothing, so it is hidden from screen readers. */
export function DealMark({ path, upright = false }: DealMarkProps): ReactNode {
  // The figure would be 8 kB of a document's 20. Its place is kept.
  const isDrawn = useIsDrawn()
  return (
    <svg
      className={upright ? 'deal-mark deal-mark-upright' : 'deal-mark'}
      viewBox={upright ? '0 0 40 360' : '0 0 360 40'}
      preserveAspectRatio={upright ? 'xMidYMid slice' : 'none'}
      aria-hidden="true"
    >
      <path d={isDrawn ? undefined : path} transform={upright ? 'rotate(90) translate(0 -40)' : undefined} />
    </svg>
  )
}
