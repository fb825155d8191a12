import type { ReactNode } from 'react'
import './Perforation.css'

/** The dotted line between a paper's content and its actions. The only ornament. */
export function Perforation(): ReactNode {
  return <div className="perforation" aria-hidden="true" />
}
