import { maxNftsPerSide, type Nft, nftKey, type Seat, type TableDeal, type TableRefusal } from '@parley/domain'
import type { TableFailure } from '@parley/protocol'
import { HttpError } from '../http/httpError.ts'

type Answer = readonly [status: number, sentence: string]

const answers: Readonly<Record<TableFailure, Answer>> = {
  changed: [409, 'there is a newer version'],
  'dead-version': [409, 'this version was declined or withdrawn'],
  'same-deal': [409, 'nothing differs from the newest version'],
  incomplete: [409, 'both sides have to give something, and there has to be an NFT'],
  'too-many-nfts': [400, 'at most 20 NFTs a side'],
  'nft-twice': [400, 'an NFT is in the deal twice'],
  'too-many-versions': [409, 'this table has as many versions as it can have'],
  'own-version': [409, 'this version is your own'],
  'not-own-version': [409, 'this version is not your own'],
  'not-agreed': [409, 'nothing is agreed on yet'],
  'not-locker': [409, 'only who locks in can leave it to the other'],
  countered: [409, 'only the creator of the countered offer can lock in'],
  locked: [409, 'the agreed version is in the escrow'],
  closed: [409, 'this table is closed'],
  lapsed: [409, 'this table has lapsed'],
  'no-such-table': [404, 'no such table'],
  'unknown-collection': [400, 'an NFT is of a collection that is not traded here'],
  'other-portal': [400, 'an NFT is of a collection that this portal does not trade'],
  'not-held': [409, 'an NFT is not held by who gives it'],
  'over-balance': [409, 'somebody gives more coins than they have'],
  'not-invited': [403, 'this wallet takes no tables from you'],
  'not-a-wallet': [400, 'this address cannot trade'],
  self: [400, 'a table takes two'],
  'too-many-new': [429, 'too many new tables with strangers today'],
  'too-many-open': [429, 'too many open tables with strangers'],
  'guest-busy': [429, 'this wallet has too many new tables of strangers before it'],
  'used-up': [429, 'the space for changes of a day is used up'],
  'no-such-offer': [404, 'no such offer'],
  'other-offer': [
    409,
    'this offer is not between you two, has other terms or is older than what you agreed on, or is settled',
  ],
  unavailable: [503, 'the chain cannot be reached at the moment'],
}

/** A refused request at a table. `field`: the part of the body that it is about, such as `deal.guest.nfts.2`. */
export function tableFailure(code: TableFailure, field?: string): HttpError {
  const [status, sentence] = answers[code]
  return new HttpError(status, sentence, { code, ...(field && { field }), ...(status === 503 && { retryAfterS: 2 }) })
}

/** A move that the rules refuse. */
export function refusedMove(refusal: TableRefusal, move: { readonly deal?: Pick<TableDeal, Seat> }): HttpError {
  return tableFailure(refusal, move.deal && fieldOf(refusal, move.deal))
}

function fieldOf(refusal: TableRefusal, { opener, guest }: Pick<TableDeal, Seat>): string | undefined {
  if (refusal === 'too-many-nfts') return `deal.${opener.nfts.length > maxNftsPerSide ? 'opener' : 'guest'}.nfts`
  if (refusal !== 'nft-twice') return undefined
  const nfts = [...opener.nfts.map(placed('opener')), ...guest.nfts.map(placed('guest'))]
  return nfts.find(({ key }, index) => nfts.findIndex((other) => other.key === key) < index)?.field
}

function placed(seat: Seat) {
  return (nft: Nft, index: number) => ({ key: nftKey(nft), field: nftField(seat, index) })
}

export function nftField(seat: Seat, index: number): string {
  return `deal.${seat}.nfts.${index}`
}
