import type { Address } from '@parley/domain'
import type { Random } from '../../art/random.ts'
import { coinsOwedLog, type DraftLog } from './simLogs.ts'
import type { SimGenesis, SimOffer, SimState } from './SimState.ts'

/** A payment into the escrow: fees, and coins that it locks. */
export function paidIn(state: SimState, feeWei: bigint, lockedWei: bigint): SimState {
  return {
    ...state,
    balanceWei: state.balanceWei + feeWei + lockedWei,
    feesWei: state.feesWei + feeWei,
    lockedWei: state.lockedWei + lockedWei,
  }
}

interface Payment {
  readonly genesis: SimGenesis
  readonly random: Random
  readonly escrow: Address
  readonly offer: SimOffer
  readonly to: Address
  readonly wei: bigint
}

/** Pays coins that are locked. Some wallets refuse theirs now and then, and are owed them (decision E2). */
export function paidOut(state: SimState, payment: Payment): { state: SimState; logs: DraftLog[] } {
  const { genesis, random, escrow, offer, to, wei } = payment
  if (wei === 0n) return { state, logs: [] }
  if (!genesis.refusing.includes(to) || random.chance(0.3))
    return { state: { ...state, balanceWei: state.balanceWei - wei, lockedWei: state.lockedWei - wei }, logs: [] }
  const owed = new Map(state.owed).set(to, (state.owed.get(to) ?? 0n) + wei)
  return { state: { ...state, owed }, logs: [coinsOwedLog(escrow, offer, to, wei)] }
}

/** @returns what is wrong with the coins. Those of open offers, owed ones and fees are all (decision E3). */
export function lostCoins({ offers, owed, feesWei, lockedWei, balanceWei }: SimState): string[] {
  const open = [...offers.values()].filter(({ status }) => status === 'open')
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, wei) => total + wei, 0n)
  const dueWei = sum(open.map(({ coins }) => coins.offeredWei)) + sum([...owed.values()])
  return [
    ...(lockedWei === dueWei ? [] : [`the escrow counts ${lockedWei} as locked or owed, but ${dueWei} are`]),
    ...(balanceWei === dueWei + feesWei ? [] : [`the escrow holds ${balanceWei}, but ${dueWei + feesWei} are due`]),
  ]
}
