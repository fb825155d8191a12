import { encodeQR } from 'qr'
import { useMemo, type ReactNode } from 'react'

/** How much of a code may be damaged: about 7 % or 15 %. */
type QrLevel = 'low' | 'medium'

interface QrCodeProps {
  readonly text: string
  readonly label: string
  readonly className: string
  readonly level?: QrLevel
}

/** A QR code, drawn dark on light in every theme: not every camera reads the reverse. */
export function QrCode({ text, label, className, level = 'low' }: QrCodeProps): ReactNode {
  const { size, path } = useMemo(() => drawCode(text, level), [text, level])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** A code's dark squares as one path, in units of a square. The standard asks for a margin of four. */
export function drawCode(text: string, level: QrLevel): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: level, border: 4 })
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}
