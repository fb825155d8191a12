import { use, useEffect, type ReactNode } from 'react'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import { WalletArea } from '../features/wallet/WalletArea.tsx'
import { WalletList } from '../features/wallet/WalletList.tsx'
import { useWalletList } from '../features/wallet/useWalletList.ts'
import { generalPortal } from '../portals/generalPortal.ts'
import { openSession } from '../session/openSession.ts'
import { PortalContext } from '../session/Portal.ts'
import type { Session } from '../session/Session.ts'
import { SessionProvider } from '../session/SessionProvider.ts'
import { Frame } from './Frame.tsx'
import { IncomingTitle } from './IncomingTitle.tsx'
import { LineNotice } from './LineNotice.tsx'
import { WorldPage } from './WorldPage.tsx'

// Opened once for the whole life of the page, as soon as this part of it has come.
const session: Promise<Session> = openSession()

/** The page with everything: wallet, chain, offers. `askForWallet` opens the list of wallets at once. */
export function World({ askForWallet }: { askForWallet: boolean }): ReactNode {
  return (
    <SessionProvider session={use(session)}>
      <PortalContext value={generalPortal}>
        <Frame wallet={<WalletArea />}>
          <LineNotice />
          <WorldPage />
        </Frame>
        <Overlays askForWallet={askForWallet} />
        <IncomingTitle />
      </PortalContext>
    </SessionProvider>
  )
}

export default World

/** What lies over any page: the list of wallets, the notices, the news of a new offer. */
export function Overlays({ askForWallet }: { askForWallet: boolean }): ReactNode {
  const setListOpen = useWalletList((state) => state.setOpen)
  const { dialog, closeDialog } = useNotices()
  useEffect(() => {
    if (askForWallet) setListOpen(true)
  }, [askForWallet, setListOpen])
  return (
    <>
      <WalletList />
      {dialog ? <CreatedDialog offerId={dialog.offerId} onClose={() => closeDialog(dialog.id)} /> : null}
      <NoticeBoard />
    </>
  )
}
