import type { PageDeployment } from '@parley/protocol'
import { isHex, keccak256 } from 'viem'
import type { LocalNode } from './localNode.ts'
import { WalletError } from './WalletError.ts'

/** How much later than told a transaction to a slow collection sets out. */
const lateMs = 15_000

/**
 * The local node with a delay for slow collections (decision S13): transactions get their hash at once and are sent
 * later.
 */
export function sluggishNode(node: LocalNode, { collections }: Pick<PageDeployment, 'collections'>): LocalNode {
  const slow = new Set(collections.filter((row) => row.slowToConfirm).map((row) => row.address.toLowerCase()))
  return {
    request: (method, params) =>
      method === 'eth_sendTransaction' && slow.has(targetOf(params))
        ? sendLate(node, params)
        : node.request(method, params),
  }
}

function targetOf(params: unknown): string {
  const [first]: unknown[] = Array.isArray(params) ? params : []
  return typeof first === 'object' && first !== null && 'to' in first ? String(first.to).toLowerCase() : ''
}

async function sendLate(node: LocalNode, params: unknown): Promise<string> {
  const signed = await node.request('eth_signTransaction', params)
  if (!isHex(signed)) throw new WalletError(-32603, 'the local chain did not sign')
  // The page has a hash and waits for the receipt. If the chain refuses it by then, none arrives.
  setTimeout(() => void node.request('eth_sendRawTransaction', [signed]).catch(() => undefined), lateMs)
  return keccak256(signed)
}
