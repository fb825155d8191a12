import { formatCoin, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { frameText, pageNames } from '../../text/frame.ts'
import { accountText } from '../../text/swap.ts'
import { transactionText } from '../../text/transactions.ts'
import { walletPageText } from '../../text/wallet.lazy.ts'
import { useSession } from '../../services/Session.ts'
import { transactionDrawer } from '../../services/transactions.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import type { Wallet } from './useWallet.ts'

const AccountSession = lazyOnIdle(() => import('./AccountSession.lazy.tsx'))

interface AccountDialogProps {
  readonly open: boolean
  readonly wallet: Wallet
  readonly address: Address
  readonly onClose: () => void
}

const words = accountText

/** The connected account's full address, its session, and a disconnect button. */
export default function AccountDialog({ open, wallet, address, onClose }: AccountDialogProps): ReactNode {
  const { explorerUrl, nativeCurrency, chainName } = useSession().config
  return (
    <Dialog open={open} title={words.account} onClose={onClose} closeLabel={frameText.close}>
      {wallet.name ? <p className="muted">{words.connectedWith(wallet.name)}</p> : null}
      <p className="account-address num">{address}</p>
      <Lines>
        {wallet.balanceWei === null ? null : (
          <Line name={words.balance} note={chainName}>
            {formatCoin(wallet.balanceWei)} {nativeCurrency.symbol}
          </Line>
        )}
      </Lines>
      {open ? <AccountSession /> : null}
      <div className="row account-acts">
        <CopyButton text={address} label={frameText.copyAddress} doneLabel={frameText.copied} />
        {explorerUrl ? (
          <a
            className={buttonClass('outline', true)}
            href={`${explorerUrl}/address/${address}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="out" />
            {frameText.viewOnExplorer}
          </a>
        ) : null}
        <Link className={buttonClass('outline', true)} href={`/trader/${address}`} onClick={onClose}>
          <Icon name="wallet" />
          {walletPageText.asOthersSee}
        </Link>
        <Link className={buttonClass('outline', true)} href="/escrow" onClick={onClose}>
          <Icon name="lock" />
          {pageNames.escrow}
        </Link>
        <Link className={buttonClass('outline', true)} href="/contacts" onClick={onClose}>
          {walletPageText.contacts}
        </Link>
        <Button
          sentence
          icon="clock"
          onClick={() => {
            onClose()
            transactionDrawer.setState({ open: true })
          }}
        >
          {transactionText.title}
        </Button>
        <Button
          sentence
          icon="leave"
          onClick={() => {
            onClose()
            void wallet.disconnect()
          }}
        >
          {words.disconnect}
        </Button>
      </div>
    </Dialog>
  )
}
