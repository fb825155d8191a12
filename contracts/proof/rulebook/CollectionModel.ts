import type { Address } from '@parley/domain'
import type { Journal } from './Journal.ts'

/** A collection's reaction to a transfer. All but `moves` and `reenters` violate the standard. */
export type TransferManner =
  | 'moves'
  | 'silent'
  | 'refuses'
  | 'refusesAtLength'
  | 'burnsGas'
  | 'answersAtLength'
  | 'reenters'
  | 'steals'

/** How a collection answers a query: truthfully, truthfully but only for much gas, not at all, or with a constant. */
export type AnswerManner<Fixed> = 'true' | 'dear' | 'silent' | { readonly always: Fixed }

/** The gas for a query: what every return gets, or enough for an expensive answer. */
export type AnswerGas = 'granted' | 'plenty'

/** How a collection refuses a transfer. */
export type TransferRefusal = 'refused' | 'refusedAtLength' | 'notHolder' | 'notAllowed' | 'blocked' | 'nothing'

/** The recipient of NFTs that a stealing collection moves. */
export const thief: Address = '0x000000000000000000000000000000000000dEaD'

/** An ERC-721 collection that may lie, refuse, or change its behaviour. Only its own NFTs may suffer. */
export class CollectionModel {
  readonly address: Address
  transfers: TransferManner = 'moves'
  owners: AnswerManner<Address> = 'true'
  balances: AnswerManner<bigint> = 'true'
  erc721 = true
  hasCode = true
  readonly holders = new Map<bigint, Address>()
  readonly counts = new Map<Address, bigint>()
  /** `holder/operator` pairs. */
  readonly approvals = new Set<string>()
  readonly blocked = new Set<Address>()

  constructor(address: Address) {
    this.address = address
  }

  /** `undefined` if the collection doesn't answer. */
  ownerOf(tokenId: bigint, gas: AnswerGas = 'plenty'): Address | undefined {
    if (!this.#answers(this.owners, gas)) return undefined
    return typeof this.owners === 'object' ? this.owners.always : this.holders.get(tokenId)
  }

  balanceOf(holder: Address, gas: AnswerGas = 'plenty'): bigint | undefined {
    if (!this.#answers(this.balances, gas)) return undefined
    return typeof this.balances === 'object' ? this.balances.always : (this.counts.get(holder) ?? 0n)
  }

  #answers(manner: AnswerManner<unknown>, gas: AnswerGas): boolean {
    return this.hasCode && manner !== 'silent' && (manner !== 'dear' || gas === 'plenty')
  }

  answersAsErc721(): boolean {
    return this.hasCode && this.erc721
  }

  /** The answer of `transferFrom` to `operator`: undefined for success, whether or not anything moved. */
  transferFrom(
    journal: Journal,
    operator: Address,
    from: Address,
    to: Address,
    tokenId: bigint,
  ): TransferRefusal | undefined {
    if (!this.hasCode || this.transfers === 'silent') return undefined
    if (this.transfers === 'refuses') return 'refused'
    if (this.transfers === 'refusesAtLength') return 'refusedAtLength'
    if (this.transfers === 'burnsGas') return 'nothing'
    if (this.holders.get(tokenId) !== from) return 'notHolder'
    if (operator !== from && !this.approvals.has(`${from}/${operator}`)) return 'notAllowed'
    if (this.blocked.has(from) || this.blocked.has(to)) return 'blocked'
    this.move(journal, tokenId, this.transfers === 'steals' ? thief : to)
    return undefined
  }

  /** A transfer by the collection itself. */
  move(journal: Journal, tokenId: bigint, to: Address): void {
    const from = this.holders.get(tokenId)
    if (from !== undefined) journal.set(this.counts, from, (this.counts.get(from) ?? 0n) - 1n)
    journal.set(this.counts, to, (this.counts.get(to) ?? 0n) + 1n)
    journal.set(this.holders, tokenId, to)
  }
}
