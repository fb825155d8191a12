import { alert } from '../entry.ts'

/** Problems of a deal that are found before anything is sent. */
export const dealMessages = {
  connectFirst: alert('Please connect your wallet first'),
  selectOwn: alert('Please select an NFT to trade'),
  selectFriends: alert('Please select an NFT you want in return'),
  friendAddress: alert("Please enter a valid friend's address"),
  reconnect: alert('Wallet connection issue. Please reconnect your wallet.'),
  notInWallet: alert(
    (p: { name: string }) => `${p.name} is not in your wallet any more. Refresh your NFTs and choose again.`,
  ),
  approveFirst: alert('You need to approve NFTs for trading first. Please use the NFT Approval button above.'),
  tooMany: alert('You can only select up to 20 NFTs per side'),
  notOwned: alert(
    (p: { tokenId: bigint; collection: string; owner: string }) =>
      `You don't own NFT #${p.tokenId} of ${p.collection}. Its owner is ${p.owner}.`,
  ),
  ownershipUnknown: alert(
    (p: { tokenId: bigint; collection: string }) =>
      `Cannot verify ownership of NFT #${p.tokenId} of ${p.collection}. Please try again.`,
  ),
  noValidOwn: alert('No valid NFTs selected for your side of the trade'),
  noValidFriends: alert("No valid NFTs selected for your friend's side of the trade"),
  noContract: alert((p: { contract: string }) => `There is no NFT contract at ${p.contract}. Take it out of the deal.`),
  otherRecipient: alert(
    (p: { typed: string; found: string }) =>
      `The NFTs you ask for belong to ${p.found}, not to ${p.typed}. An offer always goes to their owner, so nothing was sent. Check the address, or load your friend's NFTs again.`,
  ),
}
