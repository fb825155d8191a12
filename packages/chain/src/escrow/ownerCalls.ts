import { gasRules, type Address, type Nft } from '@parley/domain'
import { encodeFunctionData, zeroAddress, type Hex } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import type { ContractCall } from '../transactions/contractCall.ts'

function ownerCall(escrow: Address, data: Hex): ContractCall {
  return { to: escrow, data, valueWei: 0n, gasRule: gasRules.own, nftCount: 1 }
}

/** Sets the platform fee, up to `maxFee`. */
export function updateFeeCall(escrow: Address, feeWei: bigint): ContractCall {
  return ownerCall(escrow, encodeFunctionData({ abi: swapEscrowAbi, functionName: 'updateFee', args: [feeWei] }))
}

/** Sends the contract's AVAX balance to the owner. */
export function withdrawFeesCall(escrow: Address): ContractCall {
  return ownerCall(escrow, encodeFunctionData({ abi: swapEscrowAbi, functionName: 'withdrawFees' }))
}

/** Sends an NFT that no offer holds to the owner (decision K6). */
export function emergencyWithdrawCall(escrow: Address, { contract, tokenId }: Nft): ContractCall {
  const args = [contract, tokenId] as const
  return ownerCall(escrow, encodeFunctionData({ abi: swapEscrowAbi, functionName: 'emergencyWithdraw', args }))
}

/** Pauses or resumes new offers. */
export function setCreationPausedCall(escrow: Address, paused: boolean): ContractCall {
  return ownerCall(
    escrow,
    encodeFunctionData({ abi: swapEscrowAbi, functionName: 'setCreationPaused', args: [paused] }),
  )
}

/** Proposes a new owner, who must accept; null withdraws the proposal (decision K9). */
export function proposeOwnerCall(escrow: Address, newOwner: Address | null): ContractCall {
  const args = [newOwner ?? zeroAddress] as const
  return ownerCall(escrow, encodeFunctionData({ abi: swapEscrowAbi, functionName: 'transferOwnership', args }))
}

/** Accepts proposed ownership. */
export function acceptOwnershipCall(escrow: Address): ContractCall {
  return ownerCall(escrow, encodeFunctionData({ abi: swapEscrowAbi, functionName: 'acceptOwnership' }))
}
