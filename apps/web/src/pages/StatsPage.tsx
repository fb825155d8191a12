import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { StatsCards } from '../features/stats/StatsCards.tsx'
import { StatsOrigin } from '../features/stats/StatsOrigin.tsx'
import { TradeList } from '../features/stats/TradeList.tsx'
import { useStats } from '../features/stats/useStats.ts'
import { screenWords } from '../messages/screenWords.ts'
import { statsWords } from '../messages/statsWords.ts'
import { useMessages } from '../services/Portal.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Note } from '../ui/Note.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { lazyOnIdle } from '../ui/lazyOnIdle.ts'
import './StatsPage.css'

// Only the charts need the chart library, and the numbers don't wait for it.
const StatsCharts = lazyOnIdle(() => import('../features/stats/StatsCharts.tsx'), ChartsComing)

/** Trade Stats. Needs no wallet (decision S9). */
export default function StatsPage(): ReactNode {
  const messages = useMessages()
  const stats = useStats()
  usePageTitle(`${product.name}: ${messages.statsTitle.text}`)
  return (
    <>
      <div className="intro stats-intro">
        <div>
          <h1>{messages.statsTitle.text}</h1>
          <p>{statsWords.lead}</p>
        </div>
      </div>
      {stats.isError ? (
        <Note
          tone="bad"
          role="alert"
          action={
            <Button sentence working={stats.isFetching} onClick={() => void stats.refetch()}>
              {screenWords.frame.tryAgain}
            </Button>
          }
        >
          {statsWords.failed}
        </Note>
      ) : (
        <StatsCards stats={stats.data} />
      )}
      {stats.isPending ? (
        <span className="skeleton stats-coming" aria-hidden="true" />
      ) : (
        <StatsOrigin stats={stats.data} />
      )}
      {stats.data ? (
        <section aria-label={statsWords.charts}>
          <ErrorBoundary
            fallback={(tryAgain) => (
              <Note
                tone="bad"
                role="alert"
                action={
                  <Button sentence onClick={tryAgain}>
                    {screenWords.frame.tryAgain}
                  </Button>
                }
              >
                {statsWords.chartsFailed}
              </Note>
            )}
          >
            <StatsCharts stats={stats.data} />
          </ErrorBoundary>
        </section>
      ) : null}
      <TradeList />
    </>
  )
}

function ChartsComing(): ReactNode {
  return <span className="skeleton stats-charts-place" />
}
