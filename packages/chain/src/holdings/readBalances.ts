import { encodeFunctionData, erc721Abi, size, sliceHex, type Address, type PublicClient } from 'viem'
import { askByMulticall, askPlainly } from './askCalls.ts'
import { WayClosedError } from './Reading.ts'

/**
 * What a collection says each holder has, at one block: in one call through Multicall3, else in plain ones. Undefined where it
 * gives no number. Rejects when the chain cannot be reached.
 */
export async function readBalances(
  client: PublicClient,
  collection: Address,
  holders: readonly Address[],
  block: bigint,
): Promise<(bigint | undefined)[]> {
  const calls = holders.map((holder) =>
    encodeFunctionData({ abi: erc721Abi, functionName: 'balanceOf', args: [holder] }),
  )
  const multicall3: Address | undefined = client.chain?.contracts?.multicall3?.address
  const plain = () => askPlainly(client)(collection, calls, block)
  const answers = await (multicall3
    ? askByMulticall(client, multicall3)(collection, calls, block).catch(orElse(plain))
    : plain())
  return answers.map((answer) =>
    answer !== undefined && size(answer) >= 32 ? BigInt(sliceHex(answer, 0, 32)) : undefined,
  )
}

function orElse<T>(next: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof WayClosedError) return next()
    throw error
  }
}
