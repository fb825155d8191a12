import { product } from '@parley/domain'
import { type ReactNode, useState } from 'react'
import { ChartsComing, ChartsSection, StatsCards, StatsIntro, StatsOrigin } from '../../features/stats/StatsCards.tsx'
import { statsText } from '../../text/stats.ts'
import { usePageTitle } from '../../ui/navigation.ts'
import { untilPainted } from '../untilPainted.ts'
import { documentStats } from './documentStats.ts'

/** The numbers that the document carries, laid out as `StatsPage` does. Charts and trades come with the page's own code. */
function StatsPreview(): ReactNode {
  const [stats] = useState(documentStats)
  usePageTitle(`${product.name}: ${statsText.title}`)
  if (!stats) return null
  return (
    <>
      <StatsIntro />
      <StatsCards stats={stats} />
      <StatsOrigin stats={stats} />
      <ChartsSection stats={stats}>
        <ChartsComing />
      </ChartsSection>
    </>
  )
}

export default Object.assign(StatsPreview, { untilPainted })
