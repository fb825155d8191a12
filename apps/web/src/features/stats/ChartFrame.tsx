import { useId, useRef, type ReactNode } from 'react'
import { useWidth } from '../../ui/useWidth.ts'
import './Charts.css'

interface ChartFrameProps {
  readonly title: string
  readonly hint: string
  /** Corner text: a total, or the value under the pointer. */
  readonly reading: ReactNode
  readonly legend?: ReactNode
  /** The same numbers as a table for screen readers. */
  readonly table: ReactNode
  readonly className?: string
  /** Renders the chart at a width in pixels. */
  readonly renderAt: (widthPx: number) => ReactNode
}

/** A chart with a title, and a table for screen readers. */
export function ChartFrame({
  title,
  hint,
  reading,
  legend,
  table,
  className = '',
  renderAt,
}: ChartFrameProps): ReactNode {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(place)
  return (
    <section className={`chart ${className}`} aria-labelledby={id}>
      <div className="chart-head">
        <div>
          <h2 id={id}>{title}</h2>
          <p>{hint}</p>
        </div>
        <p className="chart-reading num" aria-hidden="true">
          {reading}
        </p>
      </div>
      {legend}
      <div className="chart-drawing" ref={place} aria-hidden="true">
        {widthPx > 0 ? renderAt(widthPx) : null}
      </div>
      <div className="unseen">{table}</div>
    </section>
  )
}
