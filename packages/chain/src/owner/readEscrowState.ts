import type { Address, Nft, OfferId } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData, hexToBigInt, zeroAddress } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/simulate.ts'
import { getBalance, getCode } from 'viem/actions'

/** What an escrow says of itself, and what it holds in coin. */
export interface EscrowState {
  /** Null once ownership was renounced. */
  readonly owner: Address | null
  /** Who may take over by accepting. */
  readonly pendingOwner: Address | null
  /** The owner is a contract, a multisig for instance: nobody's wallet can act for it from a page. */
  readonly ownerIsContract: boolean
  /** Likewise whoever may take over. */
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
    // Asked in the same turn, so that they travel together.
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

/** The offer that holds an NFT: an open one, or a cancelled one that could not return it. Null if none. @throws ChainFailureError */
export async function readCustody(chain: Client, escrow: Address, { contract, tokenId }: Nft): Promise<OfferId | null> {
  const question = { abi: swapEscrowAbi, functionName: 'custodyOf', args: [contract, tokenId] } as const
  try {
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const offerId = decodeFunctionResult({ ...question, data })
    return hexToBigInt(offerId) === 0n ? null : offerId
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
