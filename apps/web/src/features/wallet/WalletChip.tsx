import { formatCoin, type Address } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { accountText } from '../../text/swap.ts'
import { useSession } from '../../services/Session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { lazyOnIdle } from '../../ui/lazyOnIdle.ts'
import { shorten } from '../../ui/shorten.ts'
import type { Wallet } from './useWallet.ts'

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
