import type { Address } from '@parley/domain'
import { bob as recipient, escrow, givenOffer } from '@parley/domain/test/givenOffer'
import { describe, expect, it } from 'vitest'
import type { OnChainCheck } from '../../src/features/offers/useOffer.ts'
import { offerText } from '../../src/text/offer.lazy.ts'
import { offerChecks, type OfferFacts } from '../../src/pages/offer/useOfferFacts.ts'
import { offerPermissions } from '../../src/pages/offer/offerPermissions.ts'

const stranger: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const contract: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'

const offer = givenOffer({
  offered: [
    { contract, tokenId: 1n },
    { contract, tokenId: 2n },
  ],
  requested: [{ contract, tokenId: 3n }],
  createdAtS: 1_000,
  expiresAtS: 2_000,
})

const agrees: OnChainCheck = { state: 'agrees', block: 7n }

/** What the page says of whether the escrow holds what is offered. */
function heldBy(holders: OfferFacts['holders'], chain: OnChainCheck = agrees) {
  const checks = offerChecks({
    offer,
    standing: offerPermissions(offer, null, 1_500, [recipient], 2),
    chain,
    owners: [recipient],
    holders,
    approvals: {
      status: 'idle',
      collections: [],
      place: '',
      only: null,
      next: null,
      busy: false,
      approveNext: async () => false,
      approve: async () => false,
      revoke: async () => false,
      refresh: async () => undefined,
    },
    cost: { payWei: 0n, receiveWei: 0n, feeWei: 0n, assumed: true, networkWei: null, symbol: 'AVAX' },
    balanceWei: null,
    collections: [],
  })
  return checks.find(({ key }) => key === 'held')
}

const { checks: words } = offerText

describe('given an offer of two NFTs that the escrow notes as held', () => {
  it('says that they are once their collections name the escrow as their owner', () => {
    expect(heldBy([escrow, escrow])).toMatchObject({ passes: true, title: words.held(2) })
  })

  it('says where one of them is that its collection has moved', () => {
    expect(heldBy([escrow, stranger])).toMatchObject({
      passes: false,
      title: words.gone,
      text: words.goneText('0x90F7…b906'),
    })
  })

  it.each([
    ['has not been asked yet', [escrow, undefined], agrees, words.doubts.reading],
    ['does not answer', [escrow, null], agrees, words.doubts.unreadable],
    ['has nobody asked', [], agrees, words.doubts.reading],
    ['is not known to agree', [escrow, escrow], { state: 'unreadable' }, words.doubts.unreadable],
  ] as const)('promises nothing where the chain %s', (_, holders, chain, text) => {
    expect(heldBy(holders, chain)).toMatchObject({ passes: false, title: words.notHeld, text })
  })
})
