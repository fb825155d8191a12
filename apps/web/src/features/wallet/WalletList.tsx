import type { ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { AnnouncedWallet } from './useWallet.ts'
import { useWallet } from './useWallet.ts'
import { useWalletList } from './useWalletList.ts'
import './WalletArea.css'

const words = screenWords.wallet

/** All wallets announced to the page. */
export function WalletList(): ReactNode {
  const { open, setOpen } = useWalletList()
  const wallet = useWallet()
  const messages = useMessages()
  const connect = async (id: string): Promise<void> => {
    setOpen(false)
    await wallet.connect(id)
  }
  return (
    <Dialog open={open} title={words.listTitle} onClose={() => setOpen(false)} closeLabel={screenWords.frame.close}>
      <p className="muted">{words.listHint}</p>
      <span className="wallet-list-label" id="wallet-list">
        {messages.walletList.text}
      </span>
      {wallet.wallets.length === 0 ? (
        <Empty>
          <p>{messages.noWalletFound.text}</p>
          <p>{words.installHint}</p>
        </Empty>
      ) : (
        <ul className="wallet-list" aria-labelledby="wallet-list">
          {wallet.wallets.map((announced) => (
            <li key={announced.id}>
              <WalletButton announced={announced} onChoose={() => void connect(announced.id)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function WalletButton({ announced, onChoose }: { announced: AnnouncedWallet; onChoose: () => void }): ReactNode {
  return (
    <button type="button" onClick={onChoose}>
      {announced.iconUrl ? <img src={announced.iconUrl} alt="" /> : <Avatar seed={announced.id} sizePx={32} />}
      {announced.name}
      <Icon name="right" />
    </button>
  )
}
