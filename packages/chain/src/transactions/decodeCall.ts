import { decodeFunctionData, type Abi, type Hex } from 'viem'
import { erc721Abi } from '../escrow/erc721.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

export interface DecodedCall {
  readonly functionName: string
  readonly args: readonly { readonly name: string; readonly value: unknown }[]
}

const knownFunctions: Abi = [...swapEscrowAbi, ...erc721Abi]

/** Decodes calldata of an escrow or NFT contract; null for anything else. */
export function decodeCall(data: Hex): DecodedCall | null {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: knownFunctions, data })
    const item = knownFunctions.find((entry) => entry.type === 'function' && entry.name === functionName)
    const inputs = item?.type === 'function' ? item.inputs : []
    return { functionName, args: args.map((value, index) => ({ name: inputs[index]?.name ?? String(index), value })) }
  } catch {
    // Not a call that Parley makes.
    return null
  }
}
