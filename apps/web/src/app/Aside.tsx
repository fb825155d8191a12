import { lazy, Suspense, type ReactNode } from 'react'
import { ErrorFence } from '../ui/ErrorFence.tsx'
import { patiently } from '../ui/patiently.ts'
import { useAsideWanted } from './useAsideWanted.ts'

const WorldAside = lazy(() => patiently(() => import('./WorldAside.tsx')))

/**
 * On the pages of information, which do without wallet and chain: whoever has a transaction under way is told how it goes
 * there too. Nobody else fetches anything for it.
 */
export function Aside(): ReactNode {
  if (!useAsideWanted()) return null
  return (
    <ErrorFence fallback={null}>
      <Suspense fallback={null}>
        <WorldAside />
      </Suspense>
    </ErrorFence>
  )
}
