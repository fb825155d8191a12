import { pageNames } from '../text/frame.ts'
import { product } from '@parley/domain'
import { useEffect, useState, type ReactNode } from 'react'
import { CreateAct } from '../features/draft/CreateAct.tsx'
import { useAnnounce, useNotices } from '../features/notices/useNotices.ts'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { createText } from '../text/swap.lazy.ts'
import { renderMessage } from '../text/message.ts'
import { usePortal, useMessages } from '../services/Portal.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { navigate, usePageTitle } from '../ui/navigation.ts'
import { CreateSteps } from './create/CreateSteps.tsx'

/** The draft as a column of steps (decision S9). Without a wallet, redirects 3 s after reconnecting has settled. */
export default function CreatePage(): ReactNode {
  const wallet = useWallet()
  usePageTitle(`${product.name}: ${pageNames.create}`)
  if (wallet.status === 'connected' && wallet.address) return <CreateSteps address={wallet.address} />
  return <WithoutWallet settled={wallet.settled} />
}

const patienceS = 3

function WithoutWallet({ settled }: { settled: boolean }): ReactNode {
  const messages = useMessages()
  const { path } = usePortal()
  const { alert } = useNotices()
  const listOpen = useWalletList((state) => state.open)
  const openList = useWalletList((state) => state.setOpen)
  const [leftS, setLeftS] = useState(patienceS)
  useEffect(() => {
    // Don't redirect while the user is choosing a wallet or reading an alert.
    if (!settled || listOpen || alert) return
    if (leftS === 0) return navigate(path, { replace: true })
    const timer = setTimeout(() => setLeftS(leftS - 1), 1_000)
    return () => clearTimeout(timer)
  }, [settled, listOpen, alert, leftS, path])
  return (
    <>
      <div className="intro">
        <div>
          <h1>{pageNames.create}</h1>
          <p>{createText.createLead}</p>
        </div>
      </div>
      <ConnectCard
        title={createText.createConnect}
        text={<p role="status">{settled ? createText.createRedirect(leftS) : messages.connecting}</p>}
        label={settled ? messages.connectWallet : messages.connecting}
        connecting={!settled}
        onConnect={() => openList(true)}
        also={<CreateWithoutWallet />}
      />
    </>
  )
}

/** The main button. Without a wallet it says what is needed (decision S2). */
function CreateWithoutWallet(): ReactNode {
  const messages = useMessages()
  const announce = useAnnounce()
  const explain = (): void => announce({ ...renderMessage(messages, 'connectFirst'), tone: 'failure' })
  return <CreateAct ready={false} creating={false} busy={false} onCreate={explain} />
}
