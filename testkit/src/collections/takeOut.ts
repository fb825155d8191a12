import type { Address, Nft } from '@parley/domain'
import { erc721Abi, parseEther } from 'viem'
import { transact } from '../contracts/transact.ts'
import type { Chain } from '../chain/startChain.ts'

/** Makes a collection take its NFT out of an escrow, as an upgradable one could. Settles no offer. */
export async function takeOut(
  { client, blocks }: Pick<Chain, 'client' | 'blocks'>,
  { escrow, nft, to }: { readonly escrow: Address; readonly nft: Nft; readonly to: Address },
): Promise<void> {
  const address = escrow
  const [value, nonce] = await Promise.all([client.getBalance({ address }), client.getTransactionCount({ address })])
  await client.impersonateAccount({ address })
  await client.setBalance({ address, value: value + parseEther('1') })
  const args = [address, to, nft.tokenId]
  const call = { to: nft.contract, abi: erc721Abi, functionName: 'transferFrom', args }
  await transact(client, { from: { account: { address } }, ...call }, blocks)
  // Restores the balance: it is the fees, which others count.
  await client.setBalance({ address, value })
  // Contracts send no transactions, and the escrow derives an offer's address from its nonce.
  await client.setNonce({ address, nonce })
  await client.stopImpersonatingAccount({ address })
}
