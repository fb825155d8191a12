import { sendHomeAfterS, type Address, type Offer } from '@parley/domain'
import { alice as creator, bob as recipient, givenOffer } from '@parley/domain/test/givenOffer'
import { describe, expect, it } from 'vitest'
import { offerPermissions } from '../../src/pages/offer/offerPermissions.ts'

const third: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const contract: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const expiresAtS = 2_000
const before = expiresAtS
const after = expiresAtS + 1
const abandoned = expiresAtS + sendHomeAfterS

const open = givenOffer({
  offered: [{ contract, tokenId: 1n }],
  requested: [
    { contract, tokenId: 2n },
    { contract, tokenId: 3n },
  ],
  createdAtS: 1_000,
  expiresAtS,
})
const cancelled: Offer = {
  ...open,
  settlement: { kind: 'cancelled', by: creator, txHash: `0x${'33'.repeat(32)}`, atS: 1_500 },
}

describe('given an active offer (decision S7)', () => {
  it.each([
    ['the creator, before expiry', creator, before, 'cancel'],
    ['the creator, after expiry', creator, after, 'recover'],
    ['the recipient, in the last second', recipient, before, 'accept'],
    ['the recipient, after expiry', recipient, after, 'return'],
    ['anybody else', third, before, null],
    ['anybody else, after expiry', third, after, null],
    ['the creator, 30 days after expiry', creator, abandoned, 'sendHome'],
    ['the recipient, 30 days after expiry', recipient, abandoned, 'sendHome'],
    ['anybody else, a second before that', third, abandoned - 1, null],
    ['anybody else, 30 days after expiry', third, abandoned, 'sendHome'],
    ['a visitor without a wallet', null, before, null],
  ] as const)('when %s looks at it, then the act is %s', (_, viewer, nowS, act) => {
    expect(offerPermissions(open, viewer, nowS, [recipient, recipient], 2).act).toBe(act)
  })

  it('leaves an offer of the first edition to its parties', () => {
    expect(offerPermissions(open, creator, abandoned, [], 1).act).toBe('recover')
    expect(offerPermissions(open, third, abandoned, [], 1).act).toBeNull()
  })

  it('knows whether the viewer holds all, some or none of what is asked for', () => {
    expect(offerPermissions(open, recipient, before, [recipient, recipient], 2)).toMatchObject({
      ownsAll: true,
      ownsAny: true,
    })
    expect(offerPermissions(open, recipient, before, [recipient, third], 2)).toMatchObject({
      ownsAll: false,
      ownsAny: true,
    })
    expect(offerPermissions(open, recipient, before, [null, third], 2)).toMatchObject({
      ownsAll: false,
      ownsAny: false,
    })
  })

  it('does not decide before the chain has answered', () => {
    expect(offerPermissions(open, recipient, before, [recipient, undefined], 2).ownsAll).toBeUndefined()
  })
})

describe('given a closed offer', () => {
  it('allows nothing once everything has gone home', () => {
    expect(offerPermissions(cancelled, creator, before, [], 2).act).toBeNull()
  })

  it('lets anyone claim what stayed behind (decision K7)', () => {
    expect(offerPermissions({ ...cancelled, unreturned: open.offered }, third, after, [], 2).act).toBe('claim')
  })
})
