import type { ReactNode } from 'react'
import './HexText.css'

const shortHex = /(0x[0-9a-f]{4}…[0-9a-f]{4})/i

/** Words with a short address on one line, and in the text face: the headings' serif has no lining figures. */
export function HexText({ children }: { readonly children: string }): ReactNode {
  const [before, hex, after] = children.split(shortHex)
  return hex === undefined ? (
    children
  ) : (
    <>
      {before}
      <span className="hex-text num">{hex}</span>
      {after}
    </>
  )
}
