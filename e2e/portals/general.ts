import type { PortalUnderTest } from './PortalUnderTest.ts'

export const general: PortalUnderTest = {
  name: 'the general portal',
  path: '/p2p',
  only: null,
  words: {
    title: 'Who are you trading with?',
    connectedBadge: 'wallet connected',
    ownGrid: "YOUR NFT'S",
    friendGrid: "FRIEND'S NFT'S",
    approve: 'APPROVE NEXT COLLECTION',
    revoke: 'REVOKE',
    create: 'CREATE SWAP OFFER',
    accept: 'Accept Trade',
    expired: 'Expired Offers - Recover NFTs',
    recover: 'Recover NFTs from Escrow',

    selectOwn: 'Please select an NFT to trade',
    selectFriends: 'Please select an NFT you want in return',
    approveFirst: 'You need to approve NFTs for trading first. Please use the NFT Approval button above.',
    notOwned: "You don't own NFT #",

    accepted: ['Offer accepted!'],
    cancelled: 'Your offer was cancelled successfully! Your NFT should be returned to your wallet shortly.',
    createFailed: 'Failed to create swap offer: ',
  },
}
