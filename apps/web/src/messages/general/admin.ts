import { alert } from '../entry.ts'

/** The owner's panel. */
export const adminMessages = {
  adminFeeInvalid: alert('Please enter a valid fee amount'),
  adminTokenInvalid: alert('Invalid token ID'),
  adminFeesOwnerOnly: alert('Only the contract owner can update fees'),
  adminRecoveryOwnerOnly: alert('Only the contract owner can perform emergency recovery'),
  adminNotTheOwner: alert((p: { owner: string }) => `You are not the contract owner. The owner is ${p.owner}.`),
  adminNoFees: alert('No fees to withdraw. Contract balance is 0'),
  adminNotHeld: alert('NFT recovery failed: The contract does not own this NFT'),
  adminRecoveryIncomplete: alert('Please enter both the contract address and the token ID'),
}
