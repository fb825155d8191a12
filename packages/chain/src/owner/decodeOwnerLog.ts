import type { OwnerAction, OwnerDeed } from '@parley/domain'
import { decodeEventLog, toEventSelector } from 'viem'
import type { EscrowLog } from '../escrow/decodeEscrowLog.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

const ownerEvents = [
  'FeeUpdated',
  'FeesWithdrawn',
  'CreationPausedSet',
  'EmergencyWithdrawn',
  'OwnershipTransferStarted',
  'OwnershipTransferred',
] as const

type OwnerEventItem = Extract<(typeof swapEscrowAbi)[number], { type: 'event'; name: (typeof ownerEvents)[number] }>

function isOwnerEvent(item: (typeof swapEscrowAbi)[number]): item is OwnerEventItem {
  return item.type === 'event' && ownerEvents.some((name) => name === item.name)
}

/** Keyed by the first topic. */
const items: ReadonlyMap<string, OwnerEventItem> = new Map(
  swapEscrowAbi.filter(isOwnerEvent).map((item) => [toEventSelector(item), item]),
)

/** Topics of all events about the owner's actions. */
export const ownerEventTopics: readonly `0x${string}`[] = swapEscrowAbi
  .filter(isOwnerEvent)
  .map((item) => toEventSelector(item))

/** Decodes an owner event; null for any other event of the escrow. */
export function decodeOwnerLog(log: EscrowLog): OwnerAction | null {
  const [topic, ...rest] = log.topics
  const item = topic && items.get(topic)
  if (!item) return null
  const deed = deedOf(decodeEventLog({ abi: [item], topics: [topic, ...rest], data: log.data }))
  return { deed, txHash: log.txHash, block: log.blockNumber, logIndex: log.logIndex, atS: log.blockTimeS }
}

function deedOf(event: ReturnType<typeof decodeEventLog<readonly [OwnerEventItem]>>): OwnerDeed {
  switch (event.eventName) {
    case 'FeeUpdated':
      return { kind: 'feeUpdated', oldWei: event.args.oldFee, newWei: event.args.newFee }
    case 'FeesWithdrawn':
      return { kind: 'feesWithdrawn', to: event.args.to, amountWei: event.args.amount }
    case 'CreationPausedSet':
      return { kind: event.args.paused ? 'creationPaused' : 'creationResumed' }
    case 'EmergencyWithdrawn': {
      const { nftContract, tokenId, to } = event.args
      return { kind: 'nftRecovered', nft: { contract: nftContract, tokenId }, to }
    }
    case 'OwnershipTransferStarted':
      return { kind: 'ownershipProposed', from: event.args.previousOwner, to: event.args.newOwner }
    case 'OwnershipTransferred':
      return { kind: 'ownershipPassed', from: event.args.previousOwner, to: event.args.newOwner }
  }
}
