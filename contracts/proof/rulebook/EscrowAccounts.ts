import type { Address } from '@parley/domain'
import { zeroAddress } from 'viem'
import type { Caller, EscrowEvent, HeldOffer } from './escrowState.ts'
import { Journal } from './Journal.ts'
import { Refusal } from './Refusal.ts'

export interface AccountOptions {
  readonly escrow: Address
  readonly owner: Address
  readonly feeWei: bigint
  readonly maxFeeWei: bigint
}

/** Balances, locked and owed coins, the fee, and the escrow's owner (decisions E2, E3, K5, K9). */
export abstract class EscrowAccounts {
  readonly journal = new Journal()
  readonly escrow: Address
  readonly maxFeeWei: bigint
  owner: Address
  pendingOwner: Address = zeroAddress
  feeWei: bigint
  creationPaused = false
  /** Balances by account, including the escrow's. */
  readonly coinWei = new Map<Address, bigint>()
  /** The escrow's coins other than fees: locked in open offers, or owed. */
  lockedWei = 0n
  readonly owedWei = new Map<Address, bigint>()
  /** Contract wallets that refuse coins. */
  readonly refusesCoin = new Set<Address>()
  protected events: EscrowEvent[] = []

  constructor(options: AccountOptions) {
    this.escrow = options.escrow
    this.owner = options.owner
    this.feeWei = options.feeWei
    this.maxFeeWei = options.maxFeeWei
  }

  protected payDue(caller: Caller, dueWei: bigint): void {
    if (caller.valueWei !== dueWei) throw new Refusal('WrongValue', caller.valueWei, dueWei)
    this.pay(caller.address, this.escrow, caller.valueWei)
  }

  protected lock(wei: bigint): void {
    const before = this.lockedWei
    this.journal.change(
      () => (this.lockedWei += wei),
      () => (this.lockedWei = before),
    )
  }

  /** A wallet that refuses its coins is owed them (decision E2). */
  protected payCoins(offer: HeldOffer, to: Address, amountWei: bigint): void {
    if (amountWei === 0n) return
    if (!this.refusesCoin.has(to)) return this.pay(this.escrow, to, amountWei)
    this.journal.set(this.owedWei, to, (this.owedWei.get(to) ?? 0n) + amountWei)
    this.lock(amountWei)
    this.events.push({ kind: 'coinsOwed', id: offer.id, account: to, amountWei })
  }

  protected takeOwed(caller: Caller, to: Address): void {
    const amountWei = this.owedWei.get(caller.address) ?? 0n
    if (amountWei === 0n) throw new Refusal('NoCoinsOwed', caller.address)
    if (to === zeroAddress) throw new Refusal('CoinsToZeroAddress', amountWei)
    if (to === this.escrow || this.refusesCoin.has(to)) throw new Refusal('CoinsRefused', to, amountWei)
    this.journal.set(this.owedWei, caller.address, undefined)
    this.lock(-amountWei)
    this.pay(this.escrow, to, amountWei)
    this.events.push({ kind: 'owedTaken', account: caller.address, to, amountWei })
  }

  /** Fees the owner may withdraw: coins neither locked nor owed (decision E3). */
  protected fees(): bigint {
    return (this.coinWei.get(this.escrow) ?? 0n) - this.lockedWei
  }

  private pay(from: Address, to: Address, amountWei: bigint): void {
    this.journal.set(this.coinWei, from, (this.coinWei.get(from) ?? 0n) - amountWei)
    this.journal.set(this.coinWei, to, (this.coinWei.get(to) ?? 0n) + amountWei)
  }

  protected payOut(to: Address): void {
    const amountWei = this.fees()
    this.events.push({ kind: 'feesWithdrawn', to, amountWei })
    if (this.refusesCoin.has(to)) throw new Refusal('PayoutRefused', to, amountWei)
    this.pay(this.escrow, to, amountWei)
  }

  protected renounce(caller: Caller): void {
    this.setFee(0n)
    if (this.creationPaused) this.setPaused(false)
    this.events.push({ kind: 'transferred', from: this.owner, to: zeroAddress })
    this.setOwners(zeroAddress, zeroAddress)
    if (this.fees() !== 0n) this.payOut(caller.address)
  }

  protected acceptOwnership(caller: Caller): void {
    if (caller.address !== this.pendingOwner) throw new Refusal('NotPendingOwner', caller.address, this.pendingOwner)
    this.events.push({ kind: 'transferred', from: this.owner, to: caller.address })
    this.setOwners(caller.address, zeroAddress)
  }

  protected setPaused(paused: boolean): void {
    const before = this.creationPaused
    this.journal.change(
      () => (this.creationPaused = paused),
      () => (this.creationPaused = before),
    )
    this.events.push({ kind: 'creationPausedSet', paused })
  }

  protected setFee(feeWei: bigint): void {
    const before = this.feeWei
    this.events.push({ kind: 'feeUpdated', beforeWei: before, nowWei: feeWei })
    this.journal.change(
      () => (this.feeWei = feeWei),
      () => (this.feeWei = before),
    )
  }

  protected setOwners(owner: Address, pendingOwner: Address): void {
    const [ownerBefore, pendingBefore] = [this.owner, this.pendingOwner]
    this.journal.change(
      () => ([this.owner, this.pendingOwner] = [owner, pendingOwner]),
      () => ([this.owner, this.pendingOwner] = [ownerBefore, pendingBefore]),
    )
  }
}
