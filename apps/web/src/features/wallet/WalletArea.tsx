import './WalletArea.css'
import { useEffect, type ReactNode, useState } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { phoneQuery } from '../../ui/useMedia.ts'
import { useWallet, type Wallet, useWalletList } from './useWallet.ts'
import { formatCoin, type Address } from '@parley/domain'
import { accountText } from '../../text/swap.ts'
import { useSession } from '../../services/Session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { shorten } from '../../ui/Address.tsx'

/** The header's wallet area: connect button or connected account. */
export function WalletArea(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  useOnlyWallet(wallet)
  if (wallet.status === 'connected' && wallet.address) return <WalletChip wallet={wallet} address={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <Button working={connecting} onClick={() => openList(true)}>
      {connecting ? messages.connecting : messages.connectWallet}
    </Button>
  )
}

/**
 * On a phone, a wallet that is the only one is asked at once, without a list. A list that is open stays, and so does one
 * with messages to read again: without a wallet, they have no other place.
 */
function useOnlyWallet({ wallets, connect }: Wallet): void {
  const { store } = useSession().notices
  useEffect(() =>
    useWalletList.subscribe((now, before) => {
      const [only, another] = wallets
      if (!now.open || before.open || !only || another || !window.matchMedia(phoneQuery).matches) return
      if (store.getState().log[0]) return
      now.setOpen(false)
      void connect(only.id)
    }),
  )
}

const AccountDialog = lazyOnIdle(() => import('./AccountDialog.tsx'))

/** The connected account and its balance; opens the account dialog. */
export function WalletChip({ wallet, address }: { wallet: Wallet; address: Address }): ReactNode {
  const [open, setOpen] = useState(false)
  const { symbol } = useSession().config.nativeCurrency
  return (
    <>
      <button type="button" className="wallet-chip num" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="unseen">{accountText.account} </span>
        <Avatar seed={address} />
        <span>{shorten(address)}</span>
        {wallet.balanceWei === null ? null : (
          <small>
            {formatCoin(wallet.balanceWei, 3)} {symbol}
          </small>
        )}
      </button>
      <AccountDialog open={open} wallet={wallet} address={address} onClose={() => setOpen(false)} />
    </>
  )
}
