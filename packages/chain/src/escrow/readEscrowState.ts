import type { Address } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData, zeroAddress } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/contractCall.ts'
import { getBalance, getCode } from 'viem/actions'

/** An escrow's settings and AVAX balance. */
export interface EscrowState {
  /** Null after ownership was renounced. */
  readonly owner: Address | null
  /** Proposed new owner. */
  readonly pendingOwner: Address | null
  /** The owner is a contract such as a multisig, so no wallet can act for it from the page. */
  readonly ownerIsContract: boolean
  /** The same for the proposed owner. */
  readonly pendingOwnerIsContract: boolean
  readonly feeWei: bigint
  readonly maxFeeWei: bigint
  readonly balanceWei: bigint
  readonly creationPaused: boolean
}

/** Reads through the given connection. @throws ChainFailureError */
export async function readEscrowState(chain: Client, escrow: Address): Promise<EscrowState> {
  const askAddress = async (functionName: 'owner' | 'pendingOwner'): Promise<Address | null> => {
    const question = { abi: swapEscrowAbi, functionName } as const
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const address = decodeFunctionResult({ ...question, data })
    return address === zeroAddress ? null : address
  }
  const askAmount = async (functionName: 'fee' | 'maxFee'): Promise<bigint> => {
    const question = { abi: swapEscrowAbi, functionName } as const
    return decodeFunctionResult({
      ...question,
      data: await ethCall(chain, { to: escrow, data: encodeFunctionData(question) }),
    })
  }
  const askPaused = async (): Promise<boolean> => {
    const question = { abi: swapEscrowAbi, functionName: 'creationPaused' } as const
    return decodeFunctionResult({
      ...question,
      data: await ethCall(chain, { to: escrow, data: encodeFunctionData(question) }),
    })
  }
  try {
    // Called in the same tick, so they travel as one batch.
    const [owner, pendingOwner, feeWei, maxFeeWei, creationPaused, balanceWei] = await Promise.all([
      askAddress('owner'),
      askAddress('pendingOwner'),
      askAmount('fee'),
      askAmount('maxFee'),
      askPaused(),
      getBalance(chain, { address: escrow }),
    ])
    const [ownerIsContract, pendingOwnerIsContract] = await Promise.all([
      hasCode(chain, owner),
      hasCode(chain, pendingOwner),
    ])
    const owners = { owner, ownerIsContract, pendingOwner, pendingOwnerIsContract }
    return { ...owners, feeWei, maxFeeWei, balanceWei, creationPaused }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

async function hasCode(chain: Client, address: Address | null): Promise<boolean> {
  if (address === null) return false
  const code = await getCode(chain, { address })
  return code !== undefined && code !== '0x'
}
