import type { Address } from '@parley/domain'
import type { Client } from 'viem'
import { ethCall } from '../transactions/contractCall.ts'

/** `supportsInterface(0x80ac58cd)`, encoded. */
const question = `0x01ffc9a780ac58cd${'0'.repeat(56)}` as const

/** Whether a contract says that it is an NFT collection. Rejects where it says nothing of the kind, or there is none. */
export async function isErc721(chain: Client, address: Address): Promise<boolean> {
  return BigInt(await ethCall(chain, { to: address, data: question })) === 1n
}
