import type { WireStats } from '@parley/protocol'
import { drawn } from '../../services/documentData.ts'
import {
  address,
  count,
  day,
  fields,
  list,
  nullable,
  oneOf,
  readDocument,
  string,
  time,
} from '../../services/documentForm.ts'

const form = fields({
  stats: fields({
    totalCompleted: count,
    last24Hours: count,
    lastUpdated: time,
    block: count,
    source: oneOf('explorer', 'index'),
    completedFromIndex: count,
    explorerFailure: nullable(string),
    refreshFailure: nullable(fields({ reason: string, at: time })),
    days: list(fields({ day, completed: count, cancelled: count, expired: count })),
    collections: list(fields({ contract: address, completed: count })),
  }),
})

/** The numbers that the document of this page carries. */
export function documentStats(): WireStats | null {
  const data = readDocument((value): value is { readonly stats: WireStats } => form(value))
  return data && (drawn.stats = data.stats)
}
