import './StatsCards.css'
import './StatsOrigin.css'
import type { WireStats } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TableTop } from '../../ui/TableTop.tsx'
import { grouped, longDate, shortDate, timeLeft } from '../../text/format.ts'
import { useDeployment } from '../../services/Session.ts'
import { Empty, Note } from '../../ui/Note.tsx'

/** The page's heading. */
export function StatsIntro(): ReactNode {
  return (
    <div className="intro stats-intro">
      <div>
        <h1>{statsText.title}</h1>
        <p>{statsText.lead}</p>
      </div>
    </div>
  )
}

/** The charts' section; `children` draws them. Without a trade it says so instead. */
export function ChartsSection({ stats, children }: { stats: WireStats; children: ReactNode }): ReactNode {
  const isEmpty = stats.days.every((day) => day.completed + day.cancelled + day.expired === 0)
  return (
    <section aria-label={statsText.charts}>
      {isEmpty ? <Empty title={statsText.noneYet}>{statsText.noneYetText}</Empty> : children}
    </section>
  )
}

/** The place of the charts, as high as they are. */
export function ChartsComing(): ReactNode {
  return <span className="skeleton stats-charts-place" />
}

/** The three key numbers as slips, with placeholders while loading. */
export function StatsCards({ stats }: { stats: WireStats | undefined }): ReactNode {
  return (
    <TableTop className="stat-table" label={statsText.title}>
      <StatCard name={statsText.total} note={statsText.ofAllTime}>
        {stats && grouped(stats.totalCompleted)}
      </StatCard>
      <StatCard name={statsText.inDay} note={statsText.backFrom}>
        {stats && grouped(stats.last24Hours)}
      </StatCard>
      <StatCard name={statsText.updated} note={stats ? statsText.block(stats.block) : null}>
        {stats ? <Updated atS={Date.parse(stats.lastUpdated) / 1000} /> : undefined}
      </StatCard>
    </TableTop>
  )
}

interface StatCardProps {
  readonly name: string
  readonly note: ReactNode
  readonly children: ReactNode
}

function StatCard({ name, note, children }: StatCardProps): ReactNode {
  return (
    <dl className="stat-card">
      <dt className="stat-name">{name}</dt>
      <dd className="stat-value num">{children ?? <Skeleton widthEm={3} />}</dd>
      <dd className="stat-note num">{note ?? <Skeleton widthEm={9} />}</dd>
    </dl>
  )
}

function Updated({ atS }: { atS: number }): ReactNode {
  const nowS = useChainTimeS()
  return (
    <time dateTime={new Date(atS * 1000).toISOString()} title={shortDate(atS)}>
      {statsText.ago(timeLeft(Math.max(0, nowS - atS)))}
      <small suppressHydrationWarning>{shortDate(atS)}</small>
    </time>
  )
}

/** The numbers' source, refresh interval and current reliability. */
export function StatsOrigin({ stats }: { stats: WireStats | undefined }): ReactNode {
  const network = useDeployment()?.network
  return (
    <div className="stats-origin">
      <p>{statsText.note}</p>
      {network === 'local' ? <p>{statsText.synthetic}</p> : null}
      {stats ? <p>{sourceWords(stats)}</p> : null}
      {stats?.refreshFailure ? (
        <Note tone="warn">
          <span suppressHydrationWarning>{statsText.old(longDate(Date.parse(stats.lastUpdated) / 1000))}</span>{' '}
          {statsText.oldWhy(stats.refreshFailure.reason)}
        </Note>
      ) : null}
    </div>
  )
}

function sourceWords({ source, completedFromIndex, explorerFailure }: WireStats): string {
  if (source === 'index') {
    const why = explorerFailure === null ? [] : [statsText.explorerFailed(explorerFailure)]
    return [statsText.fromIndex, ...why].join(' ')
  }
  const added = completedFromIndex === 0 ? [] : [statsText.completed(completedFromIndex)]
  return [statsText.fromExplorer, ...added].join(' ')
}
