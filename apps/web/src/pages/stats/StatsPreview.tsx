import { product } from '@parley/domain'
import type { WireStats } from '@parley/protocol'
import { type ReactNode, useState } from 'react'
import { drawn } from '../../services/documentData.ts'
import {
  address,
  count,
  fields,
  list,
  nullable,
  readDocument,
  string,
  text,
  time,
} from '../../services/documentForm.ts'
import { ChartsComing, ChartsSection, StatsCards, StatsIntro, StatsOrigin } from '../../features/stats/StatsCards.tsx'
import { statsText } from '../../text/stats.ts'
import { usePageTitle } from '../../ui/navigation.ts'

const form = fields({
  stats: fields({
    totalCompleted: count,
    last24Hours: count,
    lastUpdated: time,
    block: count,
    source: text(/^(explorer|index)$/),
    completedFromIndex: count,
    explorerFailure: nullable(string),
    refreshFailure: nullable(fields({ reason: string, at: time })),
    days: list(fields({ day: time, completed: count, cancelled: count, expired: count })),
    collections: list(fields({ contract: address, completed: count })),
  }),
})

/** The numbers that the document of this page carries. */
export function documentStats(): WireStats | null {
  const data = readDocument((value): value is { readonly stats: WireStats } => form(value))
  return data && (drawn.stats = data.stats)
}

/** The numbers that the document carries, laid out as `StatsPage` does. Charts and trades come with the page's own code. */
export default function StatsPreview(): ReactNode {
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
