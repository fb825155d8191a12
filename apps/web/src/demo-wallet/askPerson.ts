import type { DemoWalletStore, Question } from './demoWalletState.ts'
import { WalletError } from './WalletError.ts'

const slowMs = 5_000

/**
 * Puts a request to the person, in the manner that was chosen. Resolves when they agree.
 *
 * @throws WalletError 4001 when they do not, -32002 while another request is open, -32603 where failing was chosen.
 */
export async function askPerson(store: DemoWalletStore, kind: Question['kind'], parameters: unknown): Promise<void> {
  const { manner, question } = store.getState()
  if (question) throw new WalletError(-32002, 'A request is already pending. Please answer it in the wallet.')
  if (manner === 'reject') throw new WalletError(4001, 'User rejected the request.')
  if (manner === 'fail') throw new WalletError(-32603, 'Internal JSON-RPC error.')
  if (manner === 'stuck') await new Promise(() => undefined)
  if (manner === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
  const agreed = await new Promise<boolean>((resolve) => {
    store.setState({ question: { kind, parameters, answer: resolve } })
  })
  store.setState({ question: null })
  if (!agreed) throw new WalletError(4001, 'User rejected the request.')
}
