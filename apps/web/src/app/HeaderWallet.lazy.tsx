import { Suspense, use, useEffect, useMemo, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useWalletList } from '../features/wallet/useWallet.ts'
import { generalRoute } from '../portals/portalRoutes.ts'
import { openPortal } from '../portals/openPortal.ts'
import { usePortalData } from '../portals/portalData.ts'
import { PortalContext } from '../services/Portal.ts'
import { SessionProvider } from '../services/SessionProvider.ts'
import { lazyOnIdle } from '../ui/lazy.ts'
import { HeaderWallet as WalletAndBell } from './HeaderBell.tsx'
import { Overlays } from './Overlays.tsx'
import { sessionPromise } from './sessionPromise.ts'

const WalletList = lazyOnIdle(() => import('../features/wallet/WalletList.tsx'))

interface HeaderWalletProps {
  /** The visitor pressed connect before this chunk loaded: open the wallet list at once. */
  readonly askForWallet: boolean
  readonly onAsked: () => void
}

/** The header's wallet and the overlays for pages without wallet code. */
function HeaderWallet(props: HeaderWalletProps): ReactNode {
  return (
    <SessionProvider session={use(sessionPromise)}>
      <Suspense fallback={null}>
        <InGeneralPortal {...props} />
      </Suspense>
    </SessionProvider>
  )
}

export default HeaderWallet

function InGeneralPortal({ askForWallet, onAsked }: HeaderWalletProps): ReactNode {
  const data = usePortalData(generalRoute)
  const portal = useMemo(() => openPortal(generalRoute, data), [data])
  const setListOpen = useWalletList((state) => state.setOpen)
  useEffect(() => {
    if (!askForWallet) return
    setListOpen(true)
    onAsked()
  }, [askForWallet, onAsked, setListOpen])
  return (
    <PortalContext value={portal}>
      <WalletAndBell />
      {createPortal(
        <>
          <WalletList />
          <Overlays />
        </>,
        document.body,
      )}
    </PortalContext>
  )
}
