import type { Address, Nft, OfferId, OwnerAction, OwnerDeed, TxHash } from '@parley/domain'
import { formatEther, zeroAddress } from 'viem'

export type AlarmSeverity = 'notice' | 'warning' | 'critical'

/** What a watch alarms on. docs/operating.md says what to do about each. */
export const alarmSeverities = {
  'cannot-look': 'critical',
  'coins-missing': 'critical',
  'creation-paused': 'warning',
  'creation-resumed': 'notice',
  'emergency-withdrawn': 'warning',
  'fee-changed': 'warning',
  'fees-withdrawn': 'notice',
  'nft-moved': 'critical',
  'ownership-passed': 'critical',
  'ownership-proposed': 'critical',
  'return-failed': 'warning',
} as const satisfies Readonly<Record<string, AlarmSeverity>>

export type AlarmName = keyof typeof alarmSeverities

export interface Alarm {
  readonly alarm: AlarmName
  readonly severity: AlarmSeverity
  /** Null where it is about the chain's endpoints. */
  readonly escrow: Address | null
  /** One sentence. */
  readonly words: string
  /** The same for the same event or condition. */
  readonly key: string
  /** The event's transaction. */
  readonly txHash?: TxHash
  readonly block?: number
  readonly offerId?: OfferId
  readonly nft?: { readonly contract: Address; readonly tokenId: string }
}

const avax = (wei: bigint): string => `${formatEther(wei)} AVAX`
const nameOf = ({ contract, tokenId }: Nft): string => `${contract} #${tokenId}`
const wireNft = ({ contract, tokenId }: Nft) => ({ contract, tokenId: String(tokenId) })

function alarm(name: AlarmName, rest: Omit<Alarm, 'alarm' | 'severity'>): Alarm {
  return { alarm: name, severity: alarmSeverities[name], ...rest }
}

export function ownerAlarm(escrow: Address, { deed, txHash, block, logIndex }: OwnerAction): Alarm {
  const [name, words] = ownerWords(deed)
  const nft = deed.kind === 'nftRecovered' && { nft: wireNft(deed.nft) }
  return alarm(name, { escrow, words, key: `${txHash}/${logIndex}`, txHash, block, ...nft })
}

function ownerWords(deed: OwnerDeed): [AlarmName, string] {
  switch (deed.kind) {
    case 'feeUpdated':
      return ['fee-changed', `The owner changed the fee from ${avax(deed.oldWei)} to ${avax(deed.newWei)}.`]
    case 'feesWithdrawn':
      return ['fees-withdrawn', `The owner withdrew ${avax(deed.amountWei)} of fees to ${deed.to}.`]
    case 'creationPaused':
      return ['creation-paused', 'The owner stopped new offers.']
    case 'creationResumed':
      return ['creation-resumed', 'The owner allowed new offers again.']
    case 'nftRecovered':
      return ['emergency-withdrawn', `The owner took the NFT ${nameOf(deed.nft)} out of the escrow, to ${deed.to}.`]
    case 'ownershipProposed':
      return deed.to === zeroAddress
        ? ['ownership-proposed', `The owner ${deed.from} withdrew its proposal of a new owner.`]
        : ['ownership-proposed', `The owner ${deed.from} proposed ${deed.to} as the new owner.`]
    case 'ownershipPassed':
      return deed.to === zeroAddress
        ? ['ownership-passed', `The owner ${deed.from} gave ownership up for good.`]
        : ['ownership-passed', `Ownership passed from ${deed.from} to ${deed.to}.`]
  }
}

interface ReturnFailure {
  readonly escrow: Address
  readonly offerId: OfferId
  readonly nft: Nft
  readonly place: { readonly txHash: TxHash; readonly block: number; readonly logIndex: number }
}

export function returnAlarm({ escrow, offerId, nft, place }: ReturnFailure): Alarm {
  const { txHash, block, logIndex } = place
  const words = `The NFT ${nameOf(nft)} could not be returned when its offer ended. It is still held for its creator.`
  return alarm('return-failed', {
    escrow,
    words,
    key: `${txHash}/${logIndex}`,
    txHash,
    block,
    offerId,
    nft: wireNft(nft),
  })
}

/** @param holder who holds it by its collection; null if the collection names no one. */
export function movedAlarm(escrow: Address, offerId: OfferId, nft: Nft, holder: Address | null): Alarm {
  const now = holder === null ? 'its collection names no owner any more' : `its owner is ${holder}`
  const words = `The NFT ${nameOf(nft)} of an open offer isn't in the escrow: ${now}.`
  return alarm('nft-moved', { escrow, words, key: `${offerId}/${nameOf(nft)}`, offerId, nft: wireNft(nft) })
}

/** An escrow's coins, in wei. */
export interface CoinSums {
  readonly balanceWei: bigint
  /** What the escrow itself counts as locked or owed. */
  readonly countedWei: bigint
  /** Locked or owed, by the events. */
  readonly reservedWei: bigint
  /** Paid since the last withdrawal, by the events. */
  readonly feesWei: bigint
}

export function coinsAlarm(escrow: Address, { balanceWei, countedWei, reservedWei, feesWei }: CoinSums): Alarm {
  const words =
    countedWei < reservedWei
      ? `The escrow counts ${avax(countedWei)} as locked or owed, but by its events it is ${avax(reservedWei)}.`
      : `The escrow holds ${avax(balanceWei)}, but ${avax(countedWei)} are locked or owed and ${avax(feesWei)} are fees.`
  return alarm('coins-missing', { escrow, words, key: `${escrow}/coins` })
}

export function blindAlarm(silentMs: number, reason: string): Alarm {
  const words = `The chain couldn't be watched for ${Math.round(silentMs / 1000)} s: ${reason}.`
  return alarm('cannot-look', { escrow: null, words, key: 'cannot-look' })
}

/** Looks that must agree. An endpoint on a branch that is given up sees what isn't so once at most. */
const sightingsToAlarm = 2
/** More than that are counted by the looks to come. */
const maxConditions = 10_000

/** Conditions that last, each with an alarm at its beginning and a word at its end. */
export interface Conditions {
  /** What one look saw of the conditions that `wasExamined`. @returns those that begin and those that end. */
  update(seen: readonly Alarm[], wasExamined: (key: Alarm) => boolean): { begun: Alarm[]; ended: Alarm[] }
  /** Seen at the last look, whether alarmed or not. */
  all(): readonly Alarm[]
  alarmed(): readonly Alarm[]
}

interface Condition {
  readonly alarm: Alarm
  readonly sightings: number
}

export function createConditions(): Conditions {
  const conditions = new Map<string, Condition>()
  return {
    update(seen, wasExamined) {
      const now = new Set(seen.map(({ key }) => key))
      const gone = [...conditions.values()].filter(({ alarm }) => !now.has(alarm.key) && wasExamined(alarm))
      for (const { alarm } of gone) conditions.delete(alarm.key)
      const begun: Alarm[] = []
      for (const alarm of seen) {
        const sightings = (conditions.get(alarm.key)?.sightings ?? 0) + 1
        if (sightings === 1 && conditions.size >= maxConditions) continue
        conditions.set(alarm.key, { alarm, sightings })
        if (sightings === sightingsToAlarm) begun.push(alarm)
      }
      return { begun, ended: gone.filter(isAlarmed).map(({ alarm }) => alarm) }
    },
    all: () => [...conditions.values()].map(({ alarm }) => alarm),
    alarmed: () => [...conditions.values()].filter(isAlarmed).map(({ alarm }) => alarm),
  }
}

const isAlarmed = ({ sightings }: Condition): boolean => sightings >= sightingsToAlarm
