import type { WireStats } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { useSession } from '../../services/Session.ts'
import { Note } from '../../ui/Note.tsx'
import { longDate } from '../../text/format.ts'
import './StatsOrigin.css'

/** The numbers' source, refresh interval and current reliability. */
export function StatsOrigin({ stats }: { stats: WireStats | undefined }): ReactNode {
  const { network } = useSession().config
  return (
    <div className="stats-origin">
      <p>{statsText.note}</p>
      {network === 'local' ? <p>{statsText.synthetic}</p> : null}
      {stats ? <p>{sourceWords(stats)}</p> : null}
      {stats?.refreshFailure ? (
        <Note tone="warn">
          {statsText.old(longDate(Date.parse(stats.lastUpdated) / 1000))}{' '}
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
