import { useEffect } from 'react'
import { watchConnection } from 'wagmi/actions'
import { renderMessage } from '../../text/message.ts'
import { chosenWallet } from '../../services/chosenWallet.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'

/** Reports a lost wallet: locked, disconnected, or switched to an account that the page may not see. */
export function useWalletLoss(): void {
  const { wagmi, notices } = useSession()
  const { messages } = usePortal()
  useEffect(
    () =>
      watchConnection(wagmi, {
        onChange: (now, before) => {
          const left = before.status === 'connected' && now.status === 'disconnected'
          if (left && chosenWallet(wagmi) !== null) notices.announce(renderMessage(messages, 'walletNotConnected'))
        },
      }),
    [wagmi, notices, messages],
  )
}
