import { lazy, Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { retryImport } from '../ui/retryImport.ts'
import { useAsideWanted } from './useAsideWanted.ts'

const WorldAside = lazy(() => retryImport(() => import('./WorldAside.tsx')))

/** Shows transaction progress on information pages. Loads wallet code only for visitors with a pending transaction. */
export function Aside(): ReactNode {
  if (!useAsideWanted()) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <WorldAside />
      </Suspense>
    </ErrorBoundary>
  )
}
