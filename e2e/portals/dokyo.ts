import { general } from './general.ts'
import type { PortalUnderTest } from './PortalUnderTest.ts'

/** The texts of the third portal that a test adds (apps/web/test/third-portal). */
export const dokyo: PortalUnderTest = {
  name: 'a third portal',
  path: '/Dokyo',
  only: 'dokyo',
  words: {
    ...general.words,
    title: 'DOKYO TRADING PORTAL',
    ownGrid: "YOUR DOKYO NFT'S",
    friendGrid: "FRIEND'S DOKYO NFT'S",
    approve: 'APPROVE DOKYO NFTS',
    revoke: 'REVOKE DOKYO APPROVAL',
    create: 'CREATE DOKYO SWAP OFFER',
    accept: 'Accept Dokyo Trade',
  },
}
