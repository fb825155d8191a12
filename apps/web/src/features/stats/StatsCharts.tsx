import { collectionName } from '@parley/domain'
import type { WireStats } from '@parley/protocol'
import { useState, type ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { useSession } from '../../services/Session.ts'
import { Empty } from '../../ui/Note.tsx'
import { dayWords } from '../../text/format.ts'
import { ChartFrame, DayChart } from './DayChart.tsx'
import './Charts.css'

const chartHeightPx = 220
/** Rows shown in the chart; the table below has all. */
const rowsDrawn = 8

/** Loaded separately, because only the charts need the chart library. */
export default function StatsCharts({ stats }: { stats: WireStats }): ReactNode {
  return (
    <div className="charts">
      <PerDay days={stats.days} />
      <Outcomes days={stats.days} />
      <ByCollection collections={stats.collections} />
    </div>
  )
}

type Days = WireStats['days']

function PerDay({ days }: { days: Days }): ReactNode {
  const [chosen, choose] = useState<string | null>(null)
  const found = days.find(({ day }) => day === chosen)
  const all = days.reduce((sum, day) => sum + day.completed, 0)
  return (
    <ChartFrame
      className="chart-wide"
      title={statsText.perDay}
      hint={statsText.perDayHint}
      reading={found ? `${dayWords(found.day)}: ${statsText.trades(found.completed)}` : statsText.sumOf(all)}
      table={<DayTable caption={statsText.perDay} days={days} columns={['completed']} />}
      renderAt={(widthPx) => (
        <DayChart
          widthPx={widthPx}
          heightPx={chartHeightPx}
          chosen={chosen}
          onChoose={choose}
          days={days.map((day) => ({ day: day.day, up: [{ look: 'completed', value: day.completed }], down: [] }))}
        />
      )}
    />
  )
}

const outcomeNames = {
  completed: statsText.completedName,
  cancelled: statsText.cancelledName,
  expired: statsText.expiredName,
} as const

type Outcome = keyof typeof outcomeNames
const outcomes = ['completed', 'cancelled', 'expired'] as const

function Outcomes({ days }: { days: Days }): ReactNode {
  const [chosen, choose] = useState<string | null>(null)
  const found = days.find(({ day }) => day === chosen)
  const sumOf = (outcome: Outcome) => (found ? found[outcome] : days.reduce((sum, day) => sum + day[outcome], 0))
  return (
    <ChartFrame
      className="chart-outcomes"
      title={statsText.outcomes}
      hint={statsText.outcomesHint}
      reading={found ? dayWords(found.day) : ''}
      legend={
        <ul className="chart-legend num" aria-hidden="true">
          {outcomes.map((outcome) => (
            <li key={outcome}>
              <svg width="12" height="12">
                <rect className={`bar-${outcome} bar-state`} width="12" height="12" />
              </svg>
              {outcomeNames[outcome]} <b>{sumOf(outcome)}</b>
            </li>
          ))}
        </ul>
      }
      table={<DayTable caption={statsText.outcomes} days={days} columns={outcomes} />}
      renderAt={(widthPx) => (
        <DayChart
          widthPx={widthPx}
          heightPx={chartHeightPx}
          chosen={chosen}
          onChoose={choose}
          days={days.map((day) => ({
            day: day.day,
            up: [{ look: 'completed', value: day.completed }],
            down: [
              { look: 'cancelled', value: day.cancelled },
              { look: 'expired', value: day.expired },
            ],
          }))}
        />
      )}
    />
  )
}

interface DayTableProps {
  readonly caption: string
  readonly days: Days
  readonly columns: readonly Outcome[]
}

function DayTable({ caption, days, columns }: DayTableProps): ReactNode {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{statsText.day}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {outcomeNames[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayWords(day.day)}</th>
            {columns.map((column) => (
              <td key={column}>{day[column]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ByCollection({ collections }: { collections: WireStats['collections'] }): ReactNode {
  const { config } = useSession()
  const rows = collections.map(({ contract, completed }) => ({
    contract,
    completed,
    name: collectionName(config.collections, contract),
  }))
  const most = Math.max(1, ...rows.map((row) => row.completed))
  return (
    <ChartFrame
      title={statsText.byCollection}
      hint={statsText.byCollectionHint}
      reading={null}
      table={
        <table>
          <caption>{statsText.byCollection}</caption>
          <thead>
            <tr>
              <th scope="col">{statsText.collection}</th>
              <th scope="col">{statsText.completedName}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.contract}>
                <th scope="row">{row.name}</th>
                <td>{row.completed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
      renderAt={() =>
        rows.length === 0 ? (
          <Empty>{statsText.noneYet}</Empty>
        ) : (
          <ol className="chart-rows num">
            {rows.slice(0, rowsDrawn).map((row) => (
              <li key={row.contract}>
                <span>{row.name}</span>
                <svg height="12">
                  <rect className="bar-completed" width={`${(100 * row.completed) / most}%`} height="12" rx="1" />
                </svg>
                <b>{row.completed}</b>
              </li>
            ))}
          </ol>
        )
      }
    />
  )
}
