import type { ReactNode } from 'react'
import type { Messages } from '../../text/catalogue.ts'
import type { Step, StepKey } from '../../actions/action.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useMessages } from '../../services/Portal.ts'
import { Steps } from '../../ui/Steps.tsx'
import type { RunningAction } from './useOfferActions.ts'

/** Live progress of an action, with transaction links. */
export function ActionSteps({ action, title }: { action: RunningAction; title: string }): ReactNode {
  const messages = useMessages()
  return (
    <Steps
      title={title}
      steps={action.steps.map((step) => ({
        key: step.key,
        state: step.state,
        words: stepWords(messages, step.key),
        more: <TransactionLink step={step} />,
      }))}
    />
  )
}

function TransactionLink({ step }: { step: Step }): ReactNode {
  if (!step.txHash || step.key !== 'send') return null
  return <ExplorerLink className="num" to={{ tx: step.txHash }} />
}

/** A step's text from the catalogue. */
export function stepWords(messages: Messages, key: StepKey): string {
  const words: Record<StepKey, string> = {
    validate: messages.stepValidate,
    ownership: messages.stepOwnership,
    approval: messages.stepApproval,
    fee: messages.stepFee,
    send: messages.stepSend,
    receipt: messages.stepReceipt,
    'offer-id': messages.stepOfferId,
    record: messages.stepRecord,
    success: messages.stepSuccess,
    refresh: messages.stepRefresh,
  }
  return words[key]
}
