import type { PortalUnderTest } from './PortalUnderTest.ts'

export const asoverse: PortalUnderTest = {
  name: 'the ASO portal',
  path: '/ASOverse',
  only: 'aso',
  words: {
    title: 'ASOVERSE TRADING PORTAL',
    connectedBadge: 'WALLET CONNECTED',
    ownGrid: "YOUR ASO NFT'S",
    friendGrid: "FRIEND'S ASO NFT'S",
    approve: 'APPROVE ASO NFTS',
    revoke: 'REVOKE ASO APPROVAL',
    create: 'CREATE ASO SWAP OFFER',
    accept: 'Accept ASO Trade',
    expired: 'Expired ASO Offers - Recover NFTs',
    recover: 'Recover ASO NFT from Escrow',

    selectOwn: 'Please select an ASO NFT to trade',
    selectFriends: 'Please select an ASO NFT you want in return',
    approveFirst: 'You need to approve ASO NFTs for trading first. Please use the NFT Approval button above.',
    notOwned: "You don't own ASO NFT #",

    accepted: ['ASO Offer accepted!', 'The ASO NFT trade has been completed successfully!'],
    cancelled: 'Your ASO offer was cancelled successfully!',
    createFailed: 'Failed to create ASO swap offer: ',
  },
}
