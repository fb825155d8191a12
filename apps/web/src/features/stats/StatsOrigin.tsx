import type { WireStats } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsWords } from '../../messages/statsWords.ts'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Note } from '../../ui/Note.tsx'
import { longDate } from '../../messages/timeWords.ts'
import './StatsOrigin.css'

/** The numbers' source, refresh interval and current reliability. */
export function StatsOrigin({ stats }: { stats: WireStats | undefined }): ReactNode {
  const messages = useMessages()
  const { network } = useSession().config
  return (
    <div className="stats-origin">
      <p>{messages.statsNote.text}</p>
      {network === 'local' ? <p>{statsWords.synthetic}</p> : null}
      {stats ? <p>{sourceWords(stats)}</p> : null}
      {stats?.refreshFailure ? (
        <Note tone="warn">
          {statsWords.old(longDate(Date.parse(stats.lastUpdated) / 1000))}{' '}
          {statsWords.oldWhy(stats.refreshFailure.reason)}
        </Note>
      ) : null}
    </div>
  )
}

function sourceWords({ source, completedFromIndex, explorerFailure }: WireStats): string {
  if (source === 'index') {
    const why = explorerFailure === null ? [] : [statsWords.explorerFailed(explorerFailure)]
    return [statsWords.fromIndex, ...why].join(' ')
  }
  const added = completedFromIndex === 0 ? [] : [statsWords.completed(completedFromIndex)]
  return [statsWords.fromExplorer, ...added].join(' ')
}
