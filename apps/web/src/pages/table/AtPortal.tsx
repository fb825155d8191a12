import { Suspense, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { openPortal } from '../../portals/openPortal.ts'
import { usePortalData } from '../../portals/portalData.ts'
import { generalRoute, portalRoutes } from '../../portals/portalRoutes.ts'
import { PortalContext } from '../../services/Portal.ts'

/** A portal's table has its collections, words and look, at both seats. */
export function AtPortal({ portalKey, children }: { portalKey: string | null; children: ReactNode }): ReactNode {
  const route = portalRoutes.find(({ key }) => key === portalKey) ?? generalRoute
  return (
    <Suspense>
      <InPortal route={route}>{children}</InPortal>
    </Suspense>
  )
}

function InPortal({ route, children }: { route: typeof generalRoute; children: ReactNode }): ReactNode {
  const data = usePortalData(route)
  const portal = useMemo(() => openPortal(route, data), [route, data])
  useLookWithin(route.key)
  return <PortalContext value={portal}>{children}</PortalContext>
}

/** The look of a portal inside a page of another one, whose look comes back afterwards. */
function useLookWithin(key: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const around = dataset['portal']
    dataset['portal'] = key
    return () => {
      if (around === undefined) delete dataset['portal']
      else dataset['portal'] = around
    }
  }, [key])
}
