import { Suspense, use, useMemo, type ReactNode } from 'react'
import { generalDoor } from '../portals/doors.ts'
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
  const data = usePortalData(generalDoor)
  const portal = useMemo(() => openPortal(generalDoor, data), [data])
  return (
    <PortalContext value={portal}>
      <Overlays />
    </PortalContext>
  )
}
