import type { ReactNode } from 'react'
import './Picture.css'

/** A loading placeholder. Widths are in em, so they scale with the text they replace. */
export function Skeleton({ widthEm, heightEm = 1 }: { widthEm: number; heightEm?: number }): ReactNode {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width: `${widthEm}em`, height: `${heightEm}em`, maxWidth: '100%' }}
    />
  )
}
