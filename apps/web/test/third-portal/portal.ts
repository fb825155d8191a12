import type { PortalData } from '../../src/services/Portal.ts'

const dokyo = [{ key: 'dokyo', lastId: 5555 }]

/** A third trading place: this file is all that it takes. */
export const portal: PortalData = {
  pageTitle: 'Dokyo Trading Portal',
  heading: { title: 'DOKYO TRADING PORTAL', text: 'One mask for another.' },
  welcome: {
    title: 'DOKYO TRADING PORTAL',
    text: 'Where masks change faces.',
    points: [{ title: 'Nothing but Dokyo', text: 'Only masks lie on this table.' }],
  },
  collections: { offered: dokyo, requested: dokyo },
  durations: [60, 1440],
  voiceRoom: 'dokyo-trading',
  offerRows: 'sentence',
  tiles: 'caption',
  words: {
    ownGridTitle: "YOUR DOKYO NFT'S",
    friendGridTitle: "FRIEND'S DOKYO NFT'S",
    create: 'CREATE DOKYO SWAP OFFER',
    approve: 'APPROVE DOKYO NFTS',
    revoke: 'REVOKE DOKYO APPROVAL',
    acceptTrade: 'Accept Dokyo Trade',
  },
}
