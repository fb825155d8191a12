import type { OfferId } from '@parley/domain'
import { givenOffer } from '@parley/domain/test/givenOffer'
import type { StoredOffer } from '../../src/offers/storedOffer.ts'

export function hash(number: number): OfferId {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** An open offer of Alice's to Bob, created in the block of its number. */
export function offerNumber(number: number, changes: Partial<StoredOffer> = {}): StoredOffer {
  return {
    ...givenOffer({ id: hash(number), createdTxHash: hash(1_000 + number), createdAtS: 1_700_000_000 + number }),
    createdBlock: number,
    createdLogIndex: 0,
    settledBlock: null,
    ...changes,
  }
}
