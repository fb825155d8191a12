import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { SignInCard } from '../features/wallet/SignInCard.tsx'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { useMessages } from '../services/Portal.ts'
import { useSignIn } from '../services/signIn.ts'
import { tablePageText as words, tableProblemText } from '../text/table.lazy.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { AtPortal } from './table/AtPortal.tsx'
import { NewTable } from './table/NewTable.tsx'
import { OpenTable } from './table/OpenTable.tsx'
import { BackToTables } from './table/TableHead.tsx'

/** A table between two wallets (decision N1). `tableId` is 'new' for one that isn't open yet. */
export default function TablePage({ tableId }: { tableId: string }): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  const signIn = useSignIn()
  usePageTitle(`${product.name}: ${words.pageTitle.toLowerCase()}`)
  const { search } = window.location
  if (wallet.status !== 'connected' || !wallet.address) {
    const connecting = wallet.status === 'connecting'
    return (
      <>
        <BackToTables />
        <ConnectCard
          title={tableProblemText.connectTitle}
          text={tableProblemText.connectText}
          label={connecting ? messages.connecting : messages.connectWallet}
          connecting={connecting}
          onConnect={() => openList(true)}
        />
      </>
    )
  }
  if (signIn.status !== 'signed-in' || !signIn.session) {
    return (
      <>
        <BackToTables />
        <SignInCard />
      </>
    )
  }
  // Remounted for another wallet or a new session.
  const key = `${wallet.address} ${signIn.session.expiresAt}`
  if (tableId !== 'new') return <OpenTable key={key} viewer={wallet.address} tableId={tableId} />
  return (
    <AtPortal portalKey={new URLSearchParams(search).get('portal')}>
      <NewTable key={key} viewer={wallet.address} search={search} />
    </AtPortal>
  )
}
