import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { ChartsComing, ChartsSection, StatsCards, StatsIntro, StatsOrigin } from '../features/stats/StatsCards.tsx'
import { TradeList } from '../features/stats/TradeList.tsx'
import { useStats } from '../features/stats/useStats.ts'
import { frameText } from '../text/frame.ts'
import { statsText } from '../text/stats.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Note } from '../ui/Note.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { lazyOnIdle } from '../ui/lazy.ts'
import './StatsPage.css'

// Only the charts need the chart library, and the numbers don't wait for it.
const StatsCharts = lazyOnIdle(() => import('../features/stats/StatsCharts.tsx'), ChartsComing)

/** Trade Stats. Needs no wallet (decision S9). */
export default function StatsPage(): ReactNode {
  const stats = useStats()
  usePageTitle(`${product.name}: ${statsText.title}`)
  return (
    <>
      <StatsIntro />
      {stats.isError ? (
        <Note
          tone="bad"
          role="alert"
          action={
            <Button sentence working={stats.isFetching} onClick={() => void stats.refetch()}>
              {frameText.tryAgain}
            </Button>
          }
        >
          {statsText.failed}
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
        <ChartsSection stats={stats.data}>
          <ErrorBoundary
            fallback={(tryAgain) => (
              <Note
                tone="bad"
                role="alert"
                action={
                  <Button sentence onClick={tryAgain}>
                    {frameText.tryAgain}
                  </Button>
                }
              >
                {statsText.chartsFailed}
              </Note>
            )}
          >
            <StatsCharts stats={stats.data} />
          </ErrorBoundary>
        </ChartsSection>
      ) : null}
      <TradeList />
    </>
  )
}
