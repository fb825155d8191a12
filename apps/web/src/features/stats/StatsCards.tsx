import { locale } from '@parley/domain'
import type { WireStats } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsWords } from '../../messages/statsWords.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useMessages } from '../../services/Portal.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TableTop } from '../../ui/TableTop.tsx'
import { shortDate, timeLeft } from '../../messages/timeWords.ts'
import './StatsCards.css'

/** The three key numbers as slips, with placeholders while loading. */
export function StatsCards({ stats }: { stats: WireStats | undefined }): ReactNode {
  const messages = useMessages()
  return (
    <TableTop className="stat-table" label={messages.statsTitle.text}>
      <StatCard name={messages.statsTotal.text} note={statsWords.ofAllTime}>
        {stats?.totalCompleted.toLocaleString(locale)}
      </StatCard>
      <StatCard name={messages.statsDay.text} note={statsWords.backFrom}>
        {stats?.last24Hours.toLocaleString(locale)}
      </StatCard>
      <StatCard name={messages.statsUpdated.text} note={stats ? statsWords.block(stats.block) : null}>
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
      {statsWords.ago(timeLeft(Math.max(0, nowS - atS)))}
      <small>{shortDate(atS)}</small>
    </time>
  )
}
