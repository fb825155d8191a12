import { alert, toast } from '../entry.ts'

/** The owner's panel. */
export const adminMessages = {
  adminFeeInvalid: alert('Please enter a valid fee amount'),
  adminTokenInvalid: alert('Invalid token ID'),
  adminFeesOwnerOnly: alert('Only the contract owner can update fees'),
  adminRecoveryOwnerOnly: alert('Only the contract owner can perform emergency recovery'),
  adminNotTheOwner: alert((p: { owner: string }) => `You are not the contract owner. The owner is ${p.owner}.`),
  adminNoFees: alert('No fees to withdraw. Contract balance is 0'),
  adminNotHeld: alert('NFT recovery failed: The contract does not own this NFT'),
  adminFeeAbove: alert(
    (p: { maximum: string }) => `The fee may not be above ${p.maximum}, the ceiling of this contract.`,
  ),
  adminFailed: alert((p: { reason: string }) => `The contract was not changed: ${p.reason}`),
  adminNotPending: alert('Only the proposed owner can accept the ownership'),
  adminAddressInvalid: alert('Please enter a valid address'),
  adminContractInvalid: alert('Please enter a valid contract address'),
  adminUnreadable: alert('The collection did not say who owns this NFT. Check the contract address and the token ID.'),
  adminFeeDone: toast('Fee updated', 'The new platform fee holds from now on.'),
  adminWithdrawDone: toast('Fees withdrawn', 'The fees were paid out to the owner.'),
  adminRecoveryDone: toast('NFT recovered', 'The NFT was sent to the owner.'),
  adminPauseDone: toast('New offers paused', 'Existing offers can still be accepted, cancelled and returned.'),
  adminResumeDone: toast('New offers allowed', 'Offers can be created again.'),
  adminProposeDone: toast('New owner proposed', 'Ownership passes when the new owner accepts it.'),
  adminUnproposeDone: toast('Proposal withdrawn', 'The ownership stays where it is.'),
  adminAcceptDone: toast('Ownership accepted', 'This wallet owns the contract now.'),
  adminRecoveryIncomplete: alert('Please enter both the contract address and the token ID'),
}
