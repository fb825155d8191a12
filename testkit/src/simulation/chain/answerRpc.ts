import { hexToNumber, isHex, numberToHex, type Hex } from 'viem'
import { z } from 'zod'
import { localChainId } from '../../chain/localChain.ts'
import { answerCall, SimRevert } from './answerCall.ts'
import type { SimBlock, SimLog } from './SimBlock.ts'
import type { SimGenesis } from './SimState.ts'

/** The code of the simulated escrow: what counts is that it is always the same. */
export const simEscrowCode: Hex = '0x600160015500'

/** What a node answers: a result, or an error of JSON-RPC. */
export type SimReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

const hex = z.custom<Hex>((value) => isHex(value))
const address = z.custom<Hex>((value) => isHex(value) && value.length === 42)
const callSchema = z.tuple([z.looseObject({ to: address, data: hex }), z.string()])
const filterSchema = z.tuple([
  z.object({ address: z.array(address), topics: z.array(z.array(hex)), fromBlock: hex, toBlock: hex }),
])

/** Answers one call as an honest node does that has these blocks. */
export function answerRpc(
  genesis: SimGenesis,
  blocks: readonly SimBlock[],
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
): SimReply {
  switch (method) {
    case 'eth_chainId':
      return { result: numberToHex(localChainId) }
    case 'eth_blockNumber':
      return { result: numberToHex(blocks.length - 1) }
    case 'eth_getBlockByNumber':
      return { result: headerOf(blockAt(blocks, params[0])) }
    case 'eth_getLogs':
      return { result: logsOf(blocks, params) }
    case 'eth_getCode':
      return { result: String(params[0]).toLowerCase() === genesis.escrow.toLowerCase() ? simEscrowCode : '0x' }
    case 'eth_getTransactionReceipt':
      return { result: receiptOf(blocks, params[0]) }
    case 'eth_getTransactionByHash': {
      const found = receiptOf(blocks, params[0])
      return { result: found && { hash: params[0], blockNumber: found.blockNumber } }
    }
    case 'eth_getBlockReceipts':
      return { result: blockAt(blocks, params[0])?.transactions.map(({ logs }) => ({ logs })) ?? null }
    case 'eth_call':
      return call(genesis, blocks, params)
    default:
      return { error: { code: -32601, message: `the method ${method} does not exist` } }
  }
}

function call(genesis: SimGenesis, blocks: readonly SimBlock[], params: readonly unknown[]): SimReply {
  const parsed = callSchema.safeParse(params)
  // Scanner calls use a state override or creation code; this node runs neither.
  if (!parsed.success) return { error: { code: -32000, message: 'out of gas' } }
  const [{ to, data }, tag] = parsed.data
  const block = blockAt(blocks, tag)
  if (!block) return { error: { code: -32000, message: 'header not found' } }
  try {
    return { result: answerCall(genesis, block, to, data) }
  } catch (error) {
    if (!(error instanceof SimRevert)) throw error
    return { error: { code: 3, message: 'execution reverted' } }
  }
}

function blockAt(blocks: readonly SimBlock[], tag: unknown): SimBlock | undefined {
  return tag === 'latest' ? blocks.at(-1) : isHex(tag) ? blocks[hexToNumber(tag)] : undefined
}

function headerOf(block: SimBlock | undefined): object | null {
  if (!block) return null
  const { number, hash, parentHash, timeS, logsBloom } = block
  return { number: numberToHex(number), hash, parentHash, timestamp: numberToHex(timeS), logsBloom }
}

function logsOf(blocks: readonly SimBlock[], params: readonly unknown[]): SimLog[] {
  const [filter] = filterSchema.parse(params)
  const addresses = new Set(filter.address.map((text) => text.toLowerCase()))
  const wanted = ({ address: from, topics }: SimLog): boolean =>
    addresses.has(from.toLowerCase()) &&
    filter.topics.every((choices, index) => choices.some((choice) => choice === topics[index]))
  return blocks
    .slice(hexToNumber(filter.fromBlock), hexToNumber(filter.toBlock) + 1)
    .flatMap(({ transactions }) => transactions.flatMap(({ logs }) => logs))
    .filter(wanted)
}

function receiptOf(blocks: readonly SimBlock[], hash: unknown) {
  for (const block of blocks) {
    const found = block.transactions.find((transaction) => transaction.hash === hash)
    if (found)
      return { transactionHash: found.hash, blockNumber: numberToHex(block.number), status: '0x1', logs: found.logs }
  }
  return null
}
