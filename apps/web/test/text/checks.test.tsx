import { describe } from 'vitest'
import { alice, bob, dokyo, fails, escrow } from './room.tsx'
import { says } from './says.tsx'

const nft = { contract: dokyo, tokenId: 7n } as const

describe('given a deal that is not ready to be offered', () => {
  says('connectFirst', { when: 'no wallet is connected', scene: fails('create', { kind: 'not-connected' }) })
  says('selectOwn', { when: 'nothing of mine is chosen', scene: fails('create', { kind: 'nothing-offered' }) })
  says('selectFriends', { when: 'nothing of theirs is chosen', scene: fails('create', { kind: 'nothing-requested' }) })
  says('friendAddress', { when: 'the address is none', scene: fails('create', { kind: 'bad-recipient' }) })
  says('tooMany', { when: 'more than 20 lie on a side', scene: fails('create', { kind: 'too-many' }) })
  says('reconnect', { when: 'the wallet opens no account', scene: fails('create', { kind: 'no-signer' }) })
  says('noValidOwn', {
    when: 'no offered NFT can be traded here',
    scene: fails('create', { kind: 'nothing-valid', side: 'offered' }),
  })
  says('noValidFriends', {
    when: 'no requested NFT can be traded here',
    scene: fails('create', { kind: 'nothing-valid', side: 'requested' }),
  })
  says(
    'notInWallet',
    { when: 'an NFT has left the list', scene: fails('create', { kind: 'not-in-wallet', nft }) },
    { name: 'Dokyo #7' },
  )
  says(
    'noContract',
    { when: 'an address has no code', scene: fails('create', { kind: 'no-contract', contract: dokyo }) },
    { contract: dokyo },
  )
  says(
    'notOwned',
    { when: 'an NFT has another owner', scene: fails('create', { kind: 'not-owned', nft, owner: bob }) },
    { tokenId: 7n, collection: 'Dokyo', owner: bob },
  )
  says(
    'ownershipUnknown',
    { when: 'an NFT’s owner cannot be read', scene: fails('create', { kind: 'ownership-unknown', nft }) },
    { tokenId: 7n, collection: 'Dokyo' },
  )
  says(
    'otherRecipient',
    {
      when: 'the NFTs belong to another than was typed',
      scene: fails('create', { kind: 'other-recipient', typed: alice, found: bob }),
    },
    { typed: alice, found: bob },
  )
  says('approveFirst', {
    when: 'a collection is not approved',
    scene: fails('create', { kind: 'not-approved', contracts: [dokyo] }),
  })
  says('approvalCheckFailed', {
    when: 'the chain does not say what is approved',
    scene: fails('create', { kind: 'approval-unknown', contract: dokyo }),
  })
})

describe('given an offer that cannot be accepted or left', () => {
  says('noWalletConnected', { when: 'no wallet is connected', scene: fails('accept', { kind: 'not-connected' }) })
  says('notReceived', { when: 'it was made to another account', scene: fails('accept', { kind: 'not-recipient' }) })
  says('notSent', { when: 'the chain does not know it', scene: fails('cancel', { kind: 'offer-unknown' }) })
  says('notCreator', { when: 'another account made it', scene: fails('cancel', { kind: 'not-creator' }) })
  says('chainDiffers', {
    when: 'the chain tells it differently',
    scene: fails('accept', { kind: 'chain-differs' }),
  })
  says(
    'confirmUnverified',
    { when: 'NFTs of unknown contracts come with it', scene: fails('accept', { kind: 'unconfirmed', nfts: [nft] }) },
    { count: 1 },
  )
  says(
    'approveBeforeAccept',
    {
      when: 'the recipient has not approved',
      scene: fails('accept', { kind: 'not-approved', contracts: [dokyo] }),
    },
    { collections: 'Dokyo' },
  )
})

describe('given a wallet that is not what it was', () => {
  says('otherNetwork', { when: 'it reads another network', scene: fails('create', { kind: 'other-network' }) })
  says('otherNetworkDetail', { when: 'it reads another network', scene: fails('create', { kind: 'other-network' }) })
  says('accountChanged', { when: 'its account has changed', scene: fails('create', { kind: 'account-changed' }) })
  says('walletNotConnected', {
    when: 'an approval is pressed without one',
    scene: fails('approve', { kind: 'not-connected' }),
  })
})

describe('given what a server or the contract names, not what the page knows', () => {
  says(
    'unknownEscrow',
    {
      when: 'a server names another swap contract',
      scene: fails('create', { kind: 'unknown-escrow', escrow: bob, built: [escrow] }),
    },
    { named: bob, built: escrow },
  )
  says(
    'feeChanged',
    {
      when: 'the fee is not the one on the screen',
      scene: fails('create', { kind: 'fee-changed', shownWei: 2n * 10n ** 16n, nowWei: 10n ** 16n }),
    },
    { shown: '0.020 AVAX', now: '0.010 AVAX' },
  )
})
