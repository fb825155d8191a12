import { DatabaseSync } from 'node:sqlite'

/** Each wallet sent five offers and received five. */
export const offersAWallet = 5

/** Writes two-for-two offers directly into the index, five per wallet and role, as the indexer would. */
export function storeOffers(file: string, escrow: string, stored: number): void {
  const db = new DatabaseSync(file)
  // Only what is read afterwards is measured.
  db.exec('pragma synchronous = off; pragma cache_size = -1000000')
  const columns = Object.keys(offerRow(0, escrow, 1))
  const insert = db.prepare(`insert into offers (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
  const swapped = db.prepare('insert into swapped_nfts (contract, token, block, offer_id) values (?, ?, ?, ?)')
  db.exec('begin')
  for (let number = 0; number < stored; number += 1) {
    const row = offerRow(number, escrow, stored / offersAWallet)
    insert.run(...columns.map((column) => row[column] ?? null))
    for (let token = number; token < number + 3; token += 1)
      swapped.run(escrow, String(token), 10_000_000 + number, hashNumber(number))
  }
  db.exec('commit')
  db.close()
}

interface TraderOffers {
  readonly trader: number
  readonly offers: number
  /** How many offers are stored already. */
  readonly before: number
}

/** Writes offers of one wallet to a hundred others. Every second one is completed. */
export function storeTrader(file: string, escrow: string, { trader, offers, before }: TraderOffers): void {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const settled = ['settlement', 'settled_by', 'settled_tx_hash', 'settled_at_s', 'settled_block']
  const columns = [...Object.keys(offerRow(0, escrow, 1)), ...settled]
  const insert = db.prepare(`insert into offers (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
  for (let number = before; number < before + offers; number += 1) {
    const open = {
      ...offerRow(number, escrow, 1),
      creator: walletNumber(trader),
      recipient: walletNumber(10 + (number % 100)),
    }
    const end = {
      settled_by: open.recipient,
      settled_tx_hash: hashNumber(20_000_000 + number),
      settled_at_s: 1_800_000_000,
    }
    const row: Readonly<Record<string, string | number>> =
      number % 2 === 0 ? open : { ...open, ...end, settlement: 'completed', settled_block: 10_000_000 + number }
    insert.run(...columns.map((column) => row[column] ?? null))
  }
  db.exec('commit')
  db.close()
}

function offerRow(number: number, escrow: string, wallets: number): Record<string, string | number> {
  const nft = (tokenId: number): [string, string] => [escrow, String(tokenId)]
  return {
    id: hashNumber(number),
    escrow,
    creator: walletNumber(number % wallets),
    recipient: walletNumber((number + 1) % wallets),
    offered: JSON.stringify([nft(number), nft(number + 1)]),
    requested: JSON.stringify([nft(number + 2)]),
    created_tx_hash: hashNumber(10_000_000 + number),
    created_at_s: 1_700_000_000 + number,
    // Beyond the blocks of the chain: the index drops what it reads about and the escrow does not know.
    created_block: 10_000_000 + number,
    created_log_index: 0,
    expires_at_s: 4_000_000_000,
    unreturned: '[]',
    collections: JSON.stringify([escrow]),
  }
}

export function hashNumber(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** Digits alone: the checksummed form is the same. */
export function walletNumber(number: number): string {
  return `0x${String(number + 1).padStart(40, '0')}`
}
