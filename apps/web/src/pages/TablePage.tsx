import { product } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { SignInCard } from '../features/wallet/SignInCard.tsx'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { useMessages } from '../services/Portal.ts'
import { useSignIn } from '../services/signIn.ts'
import { tablePageText as words, tableProblemText } from '../text/table.lazy.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { Link } from '../ui/Link.tsx'
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
  const isSignedIn = signIn.status === 'signed-in' && signIn.session !== null
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  const { search } = window.location
  if (wallet.status !== 'connected' || !wallet.address) {
    const connecting = wallet.status === 'connecting'
    return (
      <>
        <BackToTables />
        <ConnectCard
          title={tableProblemText.connectTitle}
          text={<Invitation />}
          label={connecting ? messages.connecting : messages.connectWallet}
          connecting={connecting}
          onConnect={() => openList(true)}
        />
      </>
    )
  }
  if (!isSignedIn || !signIn.session) {
    return (
      <>
        <BackToTables />
        <SignInCard lead={wasSignedIn && !signIn.isOther ? tableProblemText.moves['signed-out'] : undefined} />
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

/** For a visitor who was sent the link: what this is, and what comes next. */
function Invitation(): ReactNode {
  return (
    <>
      <p>{tableProblemText.connectText}</p>
      <ol className="table-invitation">
        {tableProblemText.connectSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="muted">
        {tableProblemText.connectFine} <Link href="/how-it-works">{tableProblemText.connectMore}</Link>
      </p>
    </>
  )
}
