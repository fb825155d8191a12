import { Suspense, use, useMemo, type ReactNode } from 'react'
import { generalRoute } from '../portals/portalRoutes.ts'
import { openPortal } from '../portals/openPortal.ts'
import { usePortalData } from '../portals/portalData.ts'
import { PortalContext } from '../session/Portal.ts'
import { SessionProvider } from '../session/SessionProvider.ts'
import { Overlays } from './Overlays.tsx'
import { theSession } from './theSession.ts'

/** The overlays for pages without wallet code. */
function WorldAside(): ReactNode {
  return (
    <SessionProvider session={use(theSession)}>
      <Suspense fallback={null}>
        <InGeneralPortal />
      </Suspense>
    </SessionProvider>
  )
}

export default WorldAside

function InGeneralPortal(): ReactNode {
  const data = usePortalData(generalRoute)
  const portal = useMemo(() => openPortal(generalRoute, data), [data])
  return (
    <PortalContext value={portal}>
      <Overlays />
    </PortalContext>
  )
}
