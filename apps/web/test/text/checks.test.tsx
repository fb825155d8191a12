import { readFee } from '@parley/chain'
import { wallets, type ProxiedCall } from '@parley/testkit'
import { toFunctionSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, onTestFinished, vi } from 'vitest'
import { holdingsQuery } from '../../src/services/holdingsQuery.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { patience } from './room.tsx'
import { saysIn } from './says.tsx'
import { layDeal, openVisitedStage, type Visit, type VisitedStage } from './visit.ts'

let stage: VisitedStage
beforeAll(async () => {
  stage = await openVisitedStage()
})
beforeEach(() => stage.endpoint.interfere(undefined))
afterAll(() => stage.close())

const says = saysIn(() => stage)

/** No contract and no wallet has this address. */
const nowhere = '0x1111111111111111111111111111111111111111'

const approvals = ['isApprovedForAll(address,address)', 'getApproved(uint256)'].map((name) =>
  toFunctionSelector(name).slice(2),
)

function asksAbout(selectors: readonly string[], calls: readonly ProxiedCall[]): boolean {
  const asked = JSON.stringify(calls)
  return selectors.some((selector) => asked.includes(selector))
}

/** A whole deal, then something happens, then Alice presses the button. */
function createAfter<T>(meanwhile: (visit: Visit) => T | Promise<T>): (visit: Visit) => Promise<T> {
  return async (visit) => {
    layDeal(visit)
    const result = await meanwhile(visit)
    await visit.create()
    return result
  }
}

describe('given a deal that is not ready to be offered', () => {
  says('connectFirst', { when: 'no wallet is connected', disconnected: true, scene: (visit) => visit.create() })
  says('selectOwn', { when: 'nothing of mine is chosen', scene: (visit) => visit.create() })
  says('selectFriends', {
    when: 'nothing of theirs is chosen',
    scene: ({ lay, own, create }) => {
      lay('own', own)
      return create()
    },
  })
  says('friendAddress', { when: 'the address is none', scene: createAfter(({ type }) => type('0x12')) })
  says('tooMany', {
    when: 'more than 20 lie on a side, as an old link or two tabs leave them',
    scene: createAfter(({ lay, own }) => {
      for (let more = 1n; more <= 20n; more += 1n) lay('own', { ...own, tokenId: own.tokenId + more })
    }),
  })
  says('reconnect', { when: 'the wallet opens no account', scene: createAfter(({ wallet }) => wallet.lock()) })
  says('noValidOwn', {
    when: 'no offered NFT can be traded here',
    scene: async ({ lay, type, own, wanted, bob, create }) => {
      lay('own', { ...own, contract: nowhere })
      lay('friend', wanted)
      type(bob.address)
      return create()
    },
  })
  says('noValidFriends', {
    when: 'no requested NFT can be traded here',
    scene: async ({ lay, type, own, wanted, bob, create }) => {
      lay('own', own)
      lay('friend', { ...wanted, contract: nowhere })
      type(bob.address)
      return create()
    },
  })
  says('notInWallet', {
    when: 'an NFT has left the list',
    scene: createAfter(async ({ session, portal, alice, lay, wanted }) => {
      const list = holdingsQuery(session, portal, alice.address)
      await vi.waitUntil(
        async () => (await session.queries.fetchQuery({ ...list, staleTime: 0 })).nfts.length === 2,
        patience,
      )
      lay('own', wanted)
      return { name: `ASO #${wanted.tokenId}` }
    }),
  })
  says('noContract', {
    when: 'an address has no code',
    scene: createAfter(({ lay, own }) => {
      lay('own', { ...own, contract: nowhere })
      return { contract: nowhere }
    }),
  })
  says('notOwned', {
    when: 'an NFT has another owner',
    scene: createAfter(async ({ alice, bob, own }) => {
      await stage.cast.transfer(alice, bob.address, own)
      return { tokenId: own.tokenId, collection: 'ASO', owner: bob.address }
    }),
  })
  says('ownershipUnknown', {
    when: 'an NFT’s owner cannot be read',
    scene: createAfter(({ lay, own }) => {
      lay('own', { ...own, tokenId: 2n ** 200n })
      return { tokenId: 2n ** 200n, collection: 'ASO' }
    }),
  })
  says('otherRecipient', {
    when: 'the NFTs belong to another than was typed',
    scene: createAfter(({ type, bob }) => {
      type(nowhere)
      return { typed: nowhere, found: bob.address }
    }),
  })
  says('approveFirst', {
    when: 'a collection is not approved',
    unapproved: true,
    scene: createAfter(() => undefined),
  })
  says('approvalCheckFailed', {
    when: 'the endpoint fails when asked about approvals',
    readsFrom: () => stage.endpoint.url,
    scene: createAfter(() => {
      stage.endpoint.interfere((calls) => (asksAbout(approvals, calls) ? { kind: 'answer', status: 500 } : undefined))
    }),
  })
})

describe('given an offer that cannot be accepted or left', () => {
  says('noWalletConnected', {
    when: 'the wallet locks while the page reads the chain',
    readsFrom: () => stage.endpoint.url,
    scene: async ({ accept, received, wallet }) => {
      const offer = await received()
      stage.endpoint.interfere((calls) => {
        if (asksAbout(approvals, calls)) wallet.lock()
        return undefined
      })
      return accept(offer)
    },
  })
  says('notReceived', {
    when: 'it was made to another account',
    scene: async ({ accept, sentBy, bob }) => {
      const carol = await stage.cast.member('aso')
      return accept(await sentBy(bob, carol))
    },
  })
  says('notSent', {
    when: 'the chain does not know it',
    scene: async ({ close, sent }) => close('cancel', { ...(await sent()), id: `0x${'ab'.repeat(32)}` }),
  })
  says('notCreator', {
    when: 'another account made it',
    scene: async ({ close, received }) => close('cancel', await received()),
  })
  says('chainDiffers', {
    when: 'the server tells it differently',
    scene: async ({ accept, received, alice }) => accept({ ...(await received()), offered: alice.nfts.slice(1) }),
  })
  says('confirmUnverified', {
    when: 'NFTs of unknown contracts come with it',
    config: (built) => ({ ...built, collections: built.collections.filter(({ name }) => name !== 'ASO') }),
    scene: async ({ accept, received }) => {
      await accept(await received())
      return { count: 1 }
    },
  })
  says('approveBeforeAccept', {
    when: 'the recipient has not approved',
    unapproved: true,
    scene: async ({ accept, received }) => {
      await accept(await received())
      return { collections: 'ASO' }
    },
  })
})

describe('given a wallet that is not what it was', () => {
  const onAnotherNetwork = createAfter(({ wallet }) => {
    stage.endpoint.interfere(() => ({ kind: 'edit', edit: (answer) => answer.replace(/"0x[0-9a-f]{100,}"/, '"0x"') }))
    wallet.useNode(stage.endpoint.url)
  })
  says('otherNetwork', { when: 'it reads another network', scene: onAnotherNetwork })
  says('otherNetworkDetail', { when: 'it reads another network', scene: onAnotherNetwork })
  says('accountChanged', {
    when: 'its account has changed',
    scene: createAfter(({ wallet, bob }) => wallet.useAccount(bob.address)),
  })
  says('walletNotConnected', {
    when: 'an approval is pressed without one',
    disconnected: true,
    scene: ({ approve }) => approve(),
  })
})

describe('given what a server or the contract names, not what the page knows', () => {
  says('unknownEscrow', {
    when: 'a server names another swap contract',
    escrows: [nowhere],
    scene: createAfter(() => ({ named: nowhere, built: stage.world.escrow })),
  })
  says('feeChanged', {
    when: 'the owner changed the fee since the screen showed it',
    scene: createAfter(async ({ session }) => {
      const { escrow } = stage.world
      session.queries.setQueryData(queryKeys.fee(escrow), await readFee(session.chain, escrow))
      await stage.cast.callEscrow(wallets.deployer, 'updateFee', [2n * 10n ** 16n])
      onTestFinished(() => stage.cast.callEscrow(wallets.deployer, 'updateFee', [10n ** 16n]))
      return { shown: '0.010 AVAX', now: '0.020 AVAX' }
    }),
  })
})
