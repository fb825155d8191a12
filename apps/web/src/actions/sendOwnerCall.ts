import type { ContractCall } from '@parley/chain'
import type { Address, TxHash } from '@parley/domain'
import { requireWallet } from './checks/requireConnection.ts'
import type { FlowTools } from './FlowTools.ts'
import { runStep } from './Step.ts'
import { transact } from './transact.ts'

/**
 * One act of the escrow's owner. Simulated first like every call, so that what the contract refuses is said in its own words
 * and never reaches the wallet.
 *
 * @throws FlowError
 */
export async function sendOwnerCall(tools: FlowTools, escrow: Address, call: ContractCall): Promise<TxHash> {
  const connected = await runStep(tools.report, 'validate', async () => requireWallet(tools))
  const receipt = await transact(connected, { escrow, call })
  return receipt.transactionHash
}
