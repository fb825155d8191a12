import type { PageDeployment } from '@parley/protocol'
import { isHex, keccak256 } from 'viem'
import type { LocalNode } from './localNode.ts'
import { WalletError } from './WalletError.ts'

/** How much later than told a transaction to a slow collection sets out. */
const lateMs = 15_000

/**
 * The local node as a wallet reaches it whose transactions to slow collections take long to confirm (decision S13): they
 * are signed and have a hash at once, and set out for the chain later.
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
  // The page has its hash and waits for the receipt; if the chain refuses by then, there is none to come.
  setTimeout(() => void node.request('eth_sendRawTransaction', [signed]).catch(() => undefined), lateMs)
  return keccak256(signed)
}
