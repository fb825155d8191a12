import type { ReactNode } from 'react'
import { Welcome } from '../pages/Welcome.tsx'
import { usePortalData, usePortalLook } from '../portals/portalData.ts'
import type { PortalRoute } from '../portals/portalRoutes.ts'
import { Frame } from './Frame.tsx'
import { AppShell, type PreviewProps } from './loadPages.ts'
import { StaticWallet } from './StaticWallet.tsx'

interface FirstViewProps extends PreviewProps {
  readonly portal: PortalRoute
}

/** A portal's landing page, for visitors without a wallet. The server draws the general one. */
export function FirstView({ portal, connecting, onConnect }: FirstViewProps): ReactNode {
  const place = usePortalData(portal)
  usePortalLook(portal.key)
  return (
    <Frame wallet={<StaticWallet connecting={connecting} onConnect={onConnect} onHint={AppShell.preload} />}>
      <Welcome place={place} connecting={connecting} onConnect={onConnect} />
    </Frame>
  )
}
