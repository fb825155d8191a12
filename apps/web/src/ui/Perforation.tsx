import type { ReactNode } from 'react'
import './Perforation.css'

/** The dotted line between what a paper says and what one does with it. The only ornament there is. */
export function Perforation(): ReactNode {
  return <div className="perforation" aria-hidden="true" />
}
