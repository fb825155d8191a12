import { useRef, useState, type ReactNode } from 'react'
import type { Message } from '../../text/message.ts'
import { frameText } from '../../text/frame.ts'
import { walletListText as words } from '../../text/wallet.lazy.ts'
import { browserStorage } from '../../services/browser.ts'
import { useSession } from '../../services/Session.ts'
import { PastMessages } from '../../services/PastMessages.tsx'
import { useMessages } from '../../services/Portal.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { type AnnouncedWallet, type Wallet, useWallet, useWalletList } from './useWallet.ts'
import { walletApps } from './walletApps.ts'
import './WalletList.css'

/** With the library that talks to phones, which weighs more than the page. */
const PhonePairing = lazyOnIdle(() => import('./PhonePairing.tsx'))

/** Where the wallet that connected last is kept, beyond a disconnect. */
const recentKey = 'parley.recentWallet'

/** The wallets of this browser, of a phone, and where to get one. */
export default function WalletList(): ReactNode {
  const { open, setOpen } = useWalletList()
  const wallet = useWallet()
  const [opening, setOpening] = useState<AnnouncedWallet | null>(null)
  const [failed, setFailed] = useState<Failure | null>(null)
  const { store: notices } = useSession().notices
  const [pairs, setPairs] = useState(false)
  /** The newest press: an answer to an earlier one closes nothing. */
  const press = useRef(0)
  const back = (): void => {
    press.current += 1
    setOpening(null)
    setFailed(null)
    setPairs(false)
  }
  const close = (): void => {
    back()
    setOpen(false)
  }
  const connect = async (announced: AnnouncedWallet): Promise<void> => {
    const mine = (press.current += 1)
    setOpening(announced)
    setFailed(null)
    const connected = await wallet.connect(announced.id)
    if (connected) browserStorage.write(recentKey, announced.id)
    if (press.current !== mine) return
    if (connected) return close()
    setOpening(null)
    // It has reported its own failure.
    const [told] = notices.getState().toasts
    setFailed(told ? { wallet: announced, said: told.said } : null)
  }
  return (
    <Dialog open={open} title={words.title} onClose={close} closeLabel={frameText.close}>
      {opening ? (
        <Opening wallet={opening} onBack={back} />
      ) : pairs ? (
        <PhonePairing wallet={wallet} onBack={back} onConnected={close} />
      ) : (
        <>
          {failed ? <Refused {...failed} onTryAgain={() => void connect(failed.wallet)} /> : null}
          <Choices wallet={wallet} onChoose={(announced) => void connect(announced)} onPair={() => setPairs(true)} />
          <PastMessages />
        </>
      )}
    </Dialog>
  )
}

interface Failure {
  readonly wallet: AnnouncedWallet
  readonly said: Message
}

/** Why a wallet did not connect. Stays: the toast is gone after five seconds. */
function Refused({ wallet, said, onTryAgain }: Failure & { readonly onTryAgain: () => void }): ReactNode {
  return (
    <Note
      tone={said.tone === 'plain' ? 'plain' : 'bad'}
      role="alert"
      action={
        <Button sentence onClick={onTryAgain}>
          {frameText.tryAgain}
        </Button>
      }
    >
      <b>{wallet.name}:</b> {said.detail ?? said.text}
    </Note>
  )
}

interface ChoicesProps {
  readonly wallet: Wallet
  readonly onChoose: (announced: AnnouncedWallet) => void
  readonly onPair: () => void
}

function Choices({ wallet, onChoose, onPair }: ChoicesProps): ReactNode {
  const messages = useMessages()
  const { walletConnect } = useSession().config
  const touch = useMedia('(pointer: coarse)')
  const recent = browserStorage.read(recentKey)
  const announced = wallet.wallets.toSorted((one, other) => Number(other.id === recent) - Number(one.id === recent))
  const none = announced.length === 0
  return (
    <>
      <p className="muted">{words.hint}</p>
      <span className="wallet-list-label" id="wallet-list">
        {messages.walletList}
      </span>
      {none ? (
        <Empty>
          <p>{messages.noWalletFound.text}</p>
        </Empty>
      ) : (
        <ul className="wallet-list" aria-labelledby="wallet-list">
          {announced.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => onChoose(one)}>
                <WalletIcon wallet={one} />
                {one.name}
                {one.id === recent ? <small className="wallet-recent">{words.recent}</small> : null}
                <Icon name="right" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {walletConnect ? (
        <ul className="wallet-list">
          <li>
            <button type="button" onClick={onPair}>
              <span className="wallet-mark">
                <Icon name="link" />
              </span>
              <span>
                {touch ? words.phoneHere : words.phone}
                <small>{touch ? words.phoneHereHow : words.phoneHow}</small>
              </span>
              <Icon name="right" />
            </button>
          </li>
        </ul>
      ) : null}
      {none ? touch ? <OpenInApp /> : <GetWallet /> : null}
    </>
  )
}

function WalletIcon({ wallet: { id, iconUrl } }: { readonly wallet: AnnouncedWallet }): ReactNode {
  return iconUrl ? <img src={iconUrl} alt="" /> : <Avatar seed={id} sizePx={32} />
}

/** Stays until the wallet has answered: it may have asked in a window behind this one. */
function Opening({ wallet, onBack }: { readonly wallet: AnnouncedWallet; readonly onBack: () => void }): ReactNode {
  return (
    <div className="wallet-opening">
      <WalletIcon wallet={wallet} />
      <p role="status">
        <strong>{words.opening(wallet.name)}</strong>
        {words.confirm}
      </p>
      <Button sentence icon="left" onClick={onBack}>
        {words.otherWallets}
      </Button>
    </div>
  )
}

function GetWallet(): ReactNode {
  return (
    <>
      <span className="wallet-list-label" id="wallet-get">
        {words.get}
      </span>
      <ul className="wallet-gets" aria-labelledby="wallet-get">
        {walletApps.map(({ name, site }) => (
          <li key={name}>
            <a className={buttonClass('outline', true)} href={site} target="_blank" rel="noreferrer">
              <Icon name="out" />
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p className="muted">{words.getHint}</p>
    </>
  )
}

/** A phone's browser has no wallet; its apps have browsers of their own. They open pages by HTTPS only. */
function OpenInApp(): ReactNode {
  const page = new URL(location.href)
  const link = buttonClass('primary', true)
  return (
    <div className="wallet-apps">
      {walletApps.map(({ name, pageLink, browser }) =>
        page.protocol !== 'https:' ? null : pageLink ? (
          <a key={name} className={link} href={pageLink(page)}>
            {words.openHere(name)}
          </a>
        ) : (
          // The clipboard may refuse: the address can be copied below.
          <a
            key={name}
            className={link}
            href={browser}
            onClick={() => void navigator.clipboard?.writeText(page.href).catch(() => undefined)}
          >
            {words.pasteIn(name)}
          </a>
        ),
      )}
      <p className="muted">{words.openElsewhere}</p>
      <CopyButton text={page.href} label={words.copyPage} doneLabel={frameText.copied} />
    </div>
  )
}
