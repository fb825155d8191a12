import { decodeFunctionData, type Abi, type Hex } from 'viem'
import { erc721Abi } from '../approvals/erc721.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

export interface DecodedCall {
  readonly functionName: string
  readonly args: readonly { readonly name: string; readonly value: unknown }[]
}

const knownFunctions: Abi = [...swapEscrowAbi, ...erc721Abi]

/** What a transaction's data asks for, where it is a call of the escrow or of an NFT contract. */
export function decodeCall(data: Hex): DecodedCall | null {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: knownFunctions, data })
    const item = knownFunctions.find((entry) => entry.type === 'function' && entry.name === functionName)
    const inputs = item?.type === 'function' ? item.inputs : []
    return { functionName, args: args.map((value, index) => ({ name: inputs[index]?.name ?? String(index), value })) }
  } catch {
    // Not one of the calls that the product makes.
    return null
  }
}
