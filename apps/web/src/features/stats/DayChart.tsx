import './Charts.css'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, Line } from '@visx/shape'
import { type ReactNode, useId, useRef, useEffect, useState, type RefObject } from 'react'
import { dayWords } from '../../text/format.ts'

/** A segment of a day's bar, above or below the axis. */
export interface BarPart {
  readonly look: 'completed' | 'cancelled' | 'expired'
  readonly value: number
}

/** Segments above and below the axis. */
export interface DayBars {
  readonly day: string
  readonly up: readonly BarPart[]
  readonly down: readonly BarPart[]
}

interface DayChartProps {
  readonly days: readonly DayBars[]
  readonly widthPx: number
  readonly heightPx: number
  readonly chosen: string | null
  readonly onChoose: (day: string | null) => void
}

const margin = { top: 10, right: 2, bottom: 26, left: 30 }
const sum = (parts: readonly BarPart[]): number => parts.reduce((total, part) => total + part.value, 0)

/** A bar chart by day. Reports the bar under the pointer. */
export function DayChart({ days, widthPx, heightPx, chosen, onChoose }: DayChartProps): ReactNode {
  const innerWidth = widthPx - margin.left - margin.right
  const innerHeight = heightPx - margin.top - margin.bottom
  const hasDown = days.some((day) => day.down.length > 0)
  const mostUp = Math.max(1, ...days.map((day) => sum(day.up)))
  const mostDown = hasDown ? Math.max(1, ...days.map((day) => sum(day.down))) : 0
  // Both halves use the same scale.
  const step = tickStep(Math.max(mostUp, mostDown))
  const up = wholeTicks(mostUp, step)
  const down = hasDown ? wholeTicks(mostDown, step) : [0]
  const names = days.map(({ day }) => day)
  const x = scaleBand({ domain: names, range: [0, innerWidth], padding: 0.28 })
  const y = scaleLinear({ domain: [-(down.at(-1) ?? 0), up.at(-1) ?? 1], range: [innerHeight, 0] })
  const ticks = [...new Set([...down.map((tick) => -tick), ...up])]
  return (
    <svg width={widthPx} height={heightPx} onPointerLeave={() => onChoose(null)}>
      <Group left={margin.left} top={margin.top}>
        {ticks.map((tick) => (
          <Line
            key={tick}
            className={tick === 0 ? 'chart-zero' : 'chart-rule'}
            from={{ x: 0, y: y(tick) }}
            to={{ x: innerWidth, y: y(tick) }}
          />
        ))}
        {days.map((day) => {
          const left = x(day.day) ?? 0
          return (
            <g key={day.day} className={chosen === day.day ? 'chart-day chart-day-chosen' : 'chart-day'}>
              {stacked(day.up, 1).map((part) => (
                <Bar
                  key={part.look}
                  className={`bar-${part.look}`}
                  x={left}
                  width={x.bandwidth()}
                  y={y(part.to)}
                  height={Math.max(0, y(part.from) - y(part.to))}
                />
              ))}
              {stacked(day.down, -1).map((part) => (
                <Bar
                  key={part.look}
                  className={`bar-${part.look}`}
                  x={left}
                  width={x.bandwidth()}
                  y={y(part.from)}
                  height={Math.max(0, y(part.to) - y(part.from))}
                />
              ))}
              <Bar
                className="chart-catch"
                x={left - (x.step() - x.bandwidth()) / 2}
                width={x.step()}
                y={0}
                height={innerHeight}
                onPointerEnter={() => onChoose(day.day)}
              />
            </g>
          )
        })}
        <AxisLeft
          scale={y}
          tickValues={ticks}
          tickFormat={(tick) => String(Math.abs(Number(tick)))}
          hideAxisLine
          hideTicks
          tickLabelProps={{ className: 'chart-label', dx: -4, dy: 4, textAnchor: 'end' }}
        />
        <AxisBottom
          scale={x}
          top={innerHeight}
          tickValues={writtenDays(names, innerWidth)}
          tickFormat={dayWords}
          hideAxisLine
          hideTicks
          tickLabelProps={(day) => ({
            className: 'chart-label',
            // The last day's label must stay within the chart.
            textAnchor: day === names.at(-1) ? 'end' : 'middle',
            dx: day === names.at(-1) ? x.bandwidth() / 2 : 0,
          })}
        />
      </Group>
    </svg>
  )
}

/** Stacks segments away from the axis. */
function stacked(parts: readonly BarPart[], sign: 1 | -1) {
  let at = 0
  return parts.map((part) => {
    const from = at
    at += sign * part.value
    return { look: part.look, from, to: at }
  })
}

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

/** Days labelled on the axis: spaced apart, always including the last. */
export function writtenDays(days: readonly string[], widthPx: number): string[] {
  const step = widthPx < 420 ? 10 : widthPx < 640 ? 7 : 5
  return days.filter((_, index) => (days.length - 1 - index) % step === 0)
}

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000]

/** Tick distance for an axis up to `max`, giving at most five ticks. */
export function tickStep(max: number): number {
  return steps.find((candidate) => candidate * 4 >= max) ?? Math.ceil(max / 4)
}

/** Integer ticks from 0, `step` apart, up to at least `max`. */
export function wholeTicks(max: number, step: number): number[] {
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** An element's current width in pixels; 0 until measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => setWidthPx(watched.clientWidth))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return widthPx
}
