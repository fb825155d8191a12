import { frameText } from '../../text/frame.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { walletListText as words } from '../../text/wallet.lazy.ts'
import { walletConnectId } from '../../services/chosenWallet.ts'
import { useSession } from '../../services/Session.ts'
import { addWalletConnect, cancelPairing, openWithRequests, pairing } from '../../services/walletConnect.lazy.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import type { Wallet } from './useWallet.ts'
import { pairingLink, walletApps } from './walletApps.ts'

interface PhonePairingProps {
  readonly wallet: Wallet
  readonly onBack: () => void
  readonly onConnected: () => void
}

/** Connects a wallet on a phone: by a code to scan, or by a link where this is the phone. */
export default function PhonePairing({ wallet, onBack, onConnected }: PhonePairingProps): ReactNode {
  const { wagmi, config } = useSession()
  const touch = useMedia('(pointer: coarse)')
  const uri = useStore(pairing, (state) => state.uri)
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(false)
  const { connect } = wallet
  useEffect(() => {
    let gone = false
    const begin = async (): Promise<void> => {
      setFailed(false)
      addWalletConnect(wagmi, config)
      const connected = await connect(walletConnectId)
      if (gone) return
      if (connected) onConnected()
      else setFailed(true)
    }
    void begin()
    return () => {
      gone = true
      cancelPairing()
    }
    // A new attempt is begun by its number alone: the wallet is another object with each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])
  return (
    <div className="pairing">
      <p className="muted">{touch ? words.choose : words.scan}</p>
      {failed ? (
        <Note
          tone="bad"
          role="alert"
          action={
            <Button sentence onClick={() => setAttempt(attempt + 1)}>
              {frameText.tryAgain}
            </Button>
          }
        >
          {words.noAnswer}
        </Note>
      ) : uri === null ? (
        <p className="pairing-code pairing-wait" role="status">
          {words.fetching}
        </p>
      ) : touch ? (
        <Apps uri={uri} />
      ) : (
        <QrCode className="pairing-code" text={uri} label={words.code} />
      )}
      <div className="row account-acts">
        <Button sentence icon="left" onClick={onBack}>
          {words.otherWallets}
        </Button>
        {uri === null ? null : <CopyButton text={uri} label={words.copyLink} doneLabel={frameText.copied} />}
      </div>
    </div>
  )
}

function Apps({ uri }: { readonly uri: string }): ReactNode {
  return (
    <ul className="wallet-apps">
      {walletApps.map((app) => (
        <li key={app.name}>
          <a
            className={buttonClass('primary', true)}
            href={pairingLink(app, uri)}
            onClick={() => openWithRequests({ href: app.scheme, name: app.name })}
          >
            {words.openApp(app.name)}
          </a>
        </li>
      ))}
    </ul>
  )
}
