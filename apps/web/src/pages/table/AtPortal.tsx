import { Suspense, useMemo, type ReactNode } from 'react'
import { openPortal } from '../../portals/openPortal.ts'
import { usePortalData, usePortalLook } from '../../portals/portalData.ts'
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
  usePortalLook(route.key)
  return <PortalContext value={portal}>{children}</PortalContext>
}
