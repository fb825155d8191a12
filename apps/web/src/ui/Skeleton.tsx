import type { ReactNode } from 'react'
import './Picture.css'

/** A grey place where something is going to stand. Widths are in em so that they follow the text they stand for. */
export function Skeleton({ widthEm, heightEm = 1 }: { widthEm: number; heightEm?: number }): ReactNode {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width: `${widthEm}em`, height: `${heightEm}em`, maxWidth: '100%' }}
    />
  )
}
