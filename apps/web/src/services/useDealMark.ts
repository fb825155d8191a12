import { dealMarkPath, dealSeed } from '@parley/domain'
import { useMemo } from 'react'

/** The engraved band of a deal: both people see the same figure, and a changed deal draws another. */
export function useDealMark(deal: Parameters<typeof dealSeed>[0]): string {
  const seed = dealSeed(deal)
  return useMemo(() => dealMarkPath(seed), [seed])
}
