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
    loading: "LOADING ASO NFT'S...",
    ownEmpty: ["NO ASO NFT'S FOUND.", "CONNECT WALLET WITH ASO NFT'S"],
    friendEmpty: ["NO ASO NFT'S FOUND", 'TRY DIFFERENT ADDRESS'],
    approve: 'APPROVE ASO NFTS',
    revoke: 'REVOKE ASO APPROVAL',
    create: 'CREATE ASO SWAP OFFER',
    sentEmpty: 'NO ASO OFFERS CREATED',
    receivedEmpty: 'NO ASO OFFERS RECEIVED',
    accept: 'Accept ASO Trade',
    expired: 'Expired ASO Offers - Recover NFTs',
    expiredEmpty: 'NO EXPIRED ASO OFFERS',
    expiredRow: 'EXPIRED - ASO NFT in escrow',
    recover: 'Recover ASO NFT from Escrow',
    recovering: 'Recovering ASO NFT...',
    share: 'Tweet',

    selectOwn: 'Please select an ASO NFT to trade',
    selectFriends: 'Please select an ASO NFT you want in return',
    approveFirst: 'You need to approve ASO NFTs for trading first. Please use the NFT Approval button above.',
    notOwned: "You don't own ASO NFT #",

    accepted: ['ASO Offer accepted!', 'The ASO NFT trade has been completed successfully!'],
    cancelled: 'Your ASO offer was cancelled successfully!',
    createFailed: 'Failed to create ASO swap offer: ',
    acceptFailed: 'Failed to accept ASO offer: ',
    cancelFailed: 'Failed to cancel your ASO offer: ',
  },
}
