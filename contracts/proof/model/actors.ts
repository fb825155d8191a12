import type { Address, OfferId } from '@parley/domain'
import { getContractAddress, keccak256, numberToHex, parseEther } from 'viem'

/** The people, contracts and NFTs of a random play. The harness (ModelComparison.t.sol) has the same constants. */
export const startS = 1_760_000_000
export const feeWei = parseEther('0.01')
export const maxFeeWei = parseEther('0.05')
export const owner: Address = '0x00000000000000000000000000000000000A11cE'

/** The address at which forge's test contract deploys the escrow. */
export const escrow: Address = getContractAddress({ from: '0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496', nonce: 1n })

export const creators: readonly Address[] = [
  '0x1000000000000000000000000000000000000001',
  '0x1000000000000000000000000000000000000002',
  '0x1000000000000000000000000000000000000003',
  // A contract wallet without hooks: it takes neither safe transfers of NFTs nor coins.
  '0x1000000000000000000000000000000000000004',
]
export const contractWallet: Address = '0x1000000000000000000000000000000000000004'
export const stranger: Address = '0x1000000000000000000000000000000000000005'
/** INVALID: reverts on every call. */
export const contractWalletCode = 'fe'
/** REVERT with nothing. */
export const revertingWalletCode = '5f5ffd'

export const wallets: readonly Address[] = [...creators, stranger, owner]

export const collections: readonly Address[] = Array.from({ length: 8 }, (_, index) =>
  numberToHex(0xc0n * 2n ** 152n + 0xc0n + BigInt(index), { size: 20 }),
)

/** Ids at the edges of every byte width, and neighbours that share a slot of the custody index. */
export const tokenIds: readonly bigint[] = [
  ...Array.from({ length: 18 }, (_, id) => BigInt(id)),
  255n,
  256n,
  65_535n,
  65_536n,
  2n ** 64n,
  2n ** 128n - 1n,
  2n ** 248n,
  2n ** 255n,
  2n ** 256n - 2n,
  2n ** 256n - 1n,
]

/** The model's own offer ids, which the harness maps to the contract's. */
export function idOf(number: number): OfferId {
  return keccak256(numberToHex(number, { size: 32 }))
}
