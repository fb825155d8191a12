import type { ReactNode } from 'react'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { useWallet, type WalletProblem } from './useWallet.ts'

/** Replaces the main button while the wallet can't send: the problem and its fix. */
export function WalletProblemAct({ problem }: { problem: WalletProblem }): ReactNode {
  const messages = useMessages()
  const wallet = useWallet()
  const { chainName } = useSession().config
  if (problem === 'wrong-chain') {
    return (
      <>
        <p className="problem" role="alert">
          {messages.wrongChain({ chainName })}
        </p>
        <Button look="stamp" sentence onClick={() => void wallet.switchChain()}>
          {messages.switchChain({ chainName })}
        </Button>
      </>
    )
  }
  return (
    <p className="problem" role="alert">
      <strong>{headline(problem, messages)}</strong>
      {problem === 'other-network' ? messages.otherNetworkDetail : null}
    </p>
  )
}

function headline(problem: WalletProblem, messages: ReturnType<typeof useMessages>): string {
  if (problem === 'other-network') return messages.otherNetwork.text
  return problem === 'locked' ? messages.walletLocked : messages.requestPending
}
