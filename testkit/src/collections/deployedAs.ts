import type { Collection } from '@parley/domain'
import { demoCollections } from './demoCollections.ts'
import type { DeployedCollections } from './deployCollections.ts'
import { mintPlan, type Stock } from './mintPlan.ts'
import { byKey } from './byKey.ts'

/** The collections of an existing world. A stock's initial tokens are always the same. */
export function deployedAs(rows: readonly Collection[], stock: Stock = 'full'): DeployedCollections {
  return byKey(
    demoCollections.map((collection) => {
      const row = rows.find(({ key }) => key === collection.key)
      if (!row) throw new Error(`The deployment has no collection ${collection.key}`)
      return [collection.key, { row, mints: mintPlan(collection, stock) }]
    }),
  )
}
