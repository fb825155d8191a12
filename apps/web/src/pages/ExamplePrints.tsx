import { memo, Suspense, type ReactNode } from 'react'
import type { PortalData } from '../services/Portal.ts'
import { lazyComponent } from '../ui/lazy.ts'

interface ExamplePrintsProps {
  readonly place: PortalData
  readonly side: 'left' | 'right'
}

const Prints = lazyComponent<ExamplePrintsProps>(async () => ({
  default: (await import('./CollectionList.tsx')).ExamplePrints,
}))

/** Loads later. Those of a drawn document stay until then; `memo` keeps updates from them, which would empty their places. */
export const ExamplePrints = memo(function ExamplePrints(props: ExamplePrintsProps): ReactNode {
  const empty = <span className="welcome-place" />
  return (
    <Suspense
      fallback={
        <>
          {empty}
          {empty}
        </>
      }
    >
      <Prints {...props} />
    </Suspense>
  )
})
