import { collectionsOf, type InboxOffer, type Nft, type Offer, type Settlement } from '@parley/domain'
import type { Insertable, Selectable } from 'kysely'
import type { OffersTable } from '../db/schema.ts'

/** An offer with its places on the chain: what the index keeps. */
export interface StoredOffer extends Offer {
  readonly createdBlock: number
  readonly createdLogIndex: number
  /** Null while open, and where the state was read and not the event. */
  readonly settledBlock: number | null
}

export function offerToRow(offer: StoredOffer): Insertable<OffersTable> {
  const { settlement } = offer
  return {
    id: offer.id,
    escrow: offer.escrow,
    creator: offer.creator,
    recipient: offer.recipient,
    offered: nftsToText(offer.offered),
    requested: nftsToText(offer.requested),
    offered_wei: String(offer.coins.offeredWei),
    requested_wei: String(offer.coins.requestedWei),
    collections: JSON.stringify(collectionsOf(offer)),
    created_tx_hash: offer.createdTxHash,
    created_at_s: offer.createdAtS,
    created_block: offer.createdBlock,
    created_log_index: offer.createdLogIndex,
    expires_at_s: offer.expiresAtS,
    settlement: settlement?.kind ?? null,
    settled_by: settlement?.by ?? null,
    settled_tx_hash: settlement?.txHash ?? null,
    settled_at_s: settlement?.atS ?? null,
    settled_block: offer.settledBlock,
    unreturned: nftsToText(offer.unreturned),
  }
}

export function offerFromRow(row: Selectable<OffersTable>): StoredOffer {
  return {
    ...inboxOfferFromRow(row),
    createdTxHash: row.created_tx_hash,
    createdLogIndex: row.created_log_index,
    settlement: settlementOf(row),
    settledBlock: row.settled_block,
  }
}

/** The columns of {@link StoredInboxOffer}. The others are a quarter of an offer's text. */
export const inboxColumns = [
  'id',
  'escrow',
  'creator',
  'recipient',
  'offered',
  'requested',
  'offered_wei',
  'requested_wei',
  'created_at_s',
  'created_block',
  'expires_at_s',
  'settlement',
  'settled_by',
  'settled_at_s',
  'unreturned',
] as const satisfies (keyof OffersTable)[]

export interface StoredInboxOffer extends InboxOffer, Pick<StoredOffer, 'createdBlock'> {}

export function inboxOfferFromRow(row: Pick<Selectable<OffersTable>, (typeof inboxColumns)[number]>): StoredInboxOffer {
  const { settlement: kind, settled_by: by, settled_at_s: atS } = row
  return {
    id: row.id,
    escrow: row.escrow,
    creator: row.creator,
    recipient: row.recipient,
    offered: nftsFromText(row.offered),
    requested: nftsFromText(row.requested),
    coins: { offeredWei: BigInt(row.offered_wei), requestedWei: BigInt(row.requested_wei) },
    createdAtS: row.created_at_s,
    createdBlock: row.created_block,
    expiresAtS: row.expires_at_s,
    settlement: kind === null ? null : { kind, by, atS },
    unreturned: nftsFromText(row.unreturned),
  }
}

function settlementOf(row: Selectable<OffersTable>): Settlement | null {
  if (row.settlement === null) return null
  return { kind: row.settlement, by: row.settled_by, txHash: row.settled_tx_hash, atS: row.settled_at_s }
}

export function nftsToText(nfts: readonly Nft[]): string {
  return JSON.stringify(nfts.map((nft) => [nft.contract, String(nft.tokenId)]))
}

/**
 * Written only by nftsToText: the index's content is trusted, and not validated on each read. Neither an address nor a number has a
 * quotation mark, so splitting there finds the same as parsing, in a third of the time.
 */
function nftsFromText(text: string): Nft[] {
  if (text === '[]') return []
  const parts = text.split('"')
  const nfts: Nft[] = []
  // [[ contract , token ],[ contract , token ]]
  for (let at = 1; at < parts.length; at += 4) {
    const contract = parts[at]
    const token = parts[at + 2]
    if (!isHex(contract) || token === undefined) throw new Error(`no list of NFTs: ${text}`)
    nfts.push({ contract, tokenId: BigInt(token) })
  }
  return nfts
}

function isHex(text: string | undefined): text is Nft['contract'] {
  return text !== undefined && text.startsWith('0x')
}
