import type { Context } from './context.ts'
import type { LogConsumer } from './indexer/logConsumer.ts'

/** Everything that is kept up to date from event logs. */
export function consumersOf(_context: Context): readonly LogConsumer[] {
  return []
}
