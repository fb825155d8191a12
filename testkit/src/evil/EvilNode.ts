import { swapEscrowAbi } from '@parley/chain'
import { nftKey, type Address, type OfferId } from '@parley/domain'
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  erc721Abi,
  isHex,
  numberToHex,
  pad,
  type Hex,
} from 'viem'
import { startRpcProxy, type ProxiedCall } from '../rpcProxy.ts'

type Terms = ReturnType<typeof decodeFunctionResult<typeof swapEscrowAbi, 'getOfferDetails'>>

/** False answers of an endpoint. */
export interface NodeLies {
  readonly feeWei?: bigint
  /** False owners by NFT key; anyone not listed keeps their NFTs. */
  readonly owners?: ReadonlyMap<string, Address>
  /** Replaces or alters an offer's terms. */
  readonly terms?: (id: OfferId, honest: Terms) => Terms
  /** Reports every collection as approved, or none. */
  readonly approved?: boolean
  /** Multiplies the gas price. */
  readonly priceFactor?: bigint
  /** Accepts every transaction. */
  readonly obliging?: boolean
  /** The code reported at every address. */
  readonly code?: Hex
}

export interface EvilNode {
  readonly url: string
  /** Sets the lies to tell; everything else stays true. */
  tell(lies: NodeLies): void
  stop(): Promise<void>
}

/** A lying endpoint: proxies the chain except for the given lies. */
export async function startEvilNode(chainUrl: string): Promise<EvilNode> {
  let lies: NodeLies = {}
  const proxy = await startRpcProxy(chainUrl, {
    interfere: (calls) => ({ kind: 'edit', edit: (text) => edited(text, calls, lies) }),
  })
  return {
    url: proxy.url,
    tell(told) {
      lies = told
    },
    stop: () => proxy.stop(),
  }
}

interface Reply {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: unknown
}

function edited(text: string, calls: readonly ProxiedCall[], lies: NodeLies): string {
  const replies: Reply | Reply[] = JSON.parse(text)
  const edit = (reply: Reply): Reply => {
    const call = calls.find(({ id }) => id === reply.id)
    return call ? lied(call, reply, lies) : reply
  }
  return JSON.stringify(Array.isArray(replies) ? replies.map(edit) : edit(replies))
}

function answering({ id }: Reply, result: unknown): Reply {
  return Object.assign({ jsonrpc: '2.0' }, { id, result })
}

function lied(call: ProxiedCall, reply: Reply, lies: NodeLies): Reply {
  switch (call.method) {
    case 'eth_getCode':
      return lies.code === undefined ? reply : answering(reply, lies.code)
    case 'eth_call':
      return liedCall(Object(call.params[0]), reply, lies)
    case 'eth_estimateGas':
      return lies.obliging ? answering(reply, '0x5208') : reply
    case 'eth_maxPriorityFeePerGas':
      return lies.priceFactor ? answering(reply, numberToHex(10n ** 9n * lies.priceFactor)) : reply
    case 'eth_getBlockByNumber': {
      const block: unknown = reply.result
      if (!lies.priceFactor || typeof block !== 'object' || block === null) return reply
      return answering(reply, { ...block, baseFeePerGas: numberToHex(10n ** 9n * lies.priceFactor) })
    }
    default:
      return reply
  }
}

function liedCall(asked: Readonly<Record<string, unknown>>, reply: Reply, lies: NodeLies): Reply {
  // A plain read has no sender.
  if (asked['from'] !== undefined) return lies.obliging ? answering(reply, pad('0x01')) : reply
  const { data, to } = asked
  if (!isHex(data) || !isHex(to)) return reply
  const result = liedRead({ to, data, honest: reply.result }, lies)
  return result === null ? reply : answering(reply, result)
}

function liedRead(asked: { to: Hex; data: Hex; honest: unknown }, lies: NodeLies): Hex | null {
  return liedEscrow(asked, lies) ?? liedToken(asked, lies)
}

function liedEscrow({ data, honest }: { data: Hex; honest: unknown }, { feeWei, terms }: NodeLies): Hex | null {
  const call = decoded(() => decodeFunctionData({ abi: swapEscrowAbi, data }))
  if (call?.functionName === 'fee' && feeWei !== undefined)
    return encodeFunctionResult({ abi: swapEscrowAbi, functionName: 'fee', result: feeWei })
  if (call?.functionName !== 'getOfferDetails' || !terms || !isHex(honest)) return null
  const functionName = 'getOfferDetails'
  const details = decoded(() => decodeFunctionResult({ abi: swapEscrowAbi, functionName, data: honest }))
  return details && encodeFunctionResult({ abi: swapEscrowAbi, functionName, result: terms(call.args[0], details) })
}

function liedToken({ to, data }: { to: Hex; data: Hex }, { owners, approved }: NodeLies): Hex | null {
  const call = decoded(() => decodeFunctionData({ abi: erc721Abi, data }))
  if (call?.functionName === 'ownerOf') {
    const owner = [...(owners ?? [])].find(
      ([key]) => key.toLowerCase() === nftKey({ contract: to, tokenId: call.args[0] }).toLowerCase(),
    )
    return owner ? pad(owner[1]) : null
  }
  if (call?.functionName === 'isApprovedForAll' && approved !== undefined)
    return numberToHex(approved ? 1 : 0, { size: 32 })
  return null
}

/** Null if it isn't a call or result of this ABI. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
