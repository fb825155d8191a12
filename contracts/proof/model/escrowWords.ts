import type { Nft } from '@parley/domain'
import { unpayable, type EscrowCall, type EscrowEvent, type HeldOffer, type Refusal } from '../rulebook/index.ts'
import { toEventSelector, toFunctionSelector, type Abi, type Hex } from 'viem'
import { compile } from '../../build/index.ts'
import { encodeWords, type Argument, type Word } from './words.ts'

const abi: Abi = compile(['src/ISwapEscrow.sol'])('ISwapEscrow').abi

const functions = new Map<string, Hex>()
const events = new Map<string, Hex>()
const errors = new Map<string, Hex>()
for (const item of abi) {
  // An overloaded function is keyed by its name, and its longer form by name and number of arguments.
  if (item.type === 'function')
    functions.set(functions.has(item.name) ? `${item.name}/${item.inputs.length}` : item.name, toFunctionSelector(item))
  if (item.type === 'event') events.set(item.name, toEventSelector(item))
  if (item.type === 'error')
    errors.set(item.name, toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'pure' }))
}

/** Every error of the escrow. */
export const errorNames: readonly string[] = [...errors.keys()]

/** The model uses a function, event or error that the escrow's interface lacks. */
export class NotInInterface extends Error {
  readonly code = 'not-in-interface'
  readonly item: string
  constructor(item: string) {
    super(`ISwapEscrow has no ${item}`)
    this.item = item
  }
}

function selector(of: ReadonlyMap<string, Hex>, name: string): string {
  const found = of.get(name)
  if (found === undefined) throw new NotInInterface(name)
  return found.slice(2)
}

/** A log as the harness reads it: topics and data, hex without 0x. */
export interface LogWords {
  readonly topics: readonly string[]
  readonly data: string
}

/** Encoded call of an escrow function, hex without 0x. */
export function functionWords(name: string, ...values: readonly Argument[]): string {
  return selector(functions, name) + encodeWords(values)
}

/** The escrow's revert data for a refusal, hex without 0x. */
export function refusalWords(refusal: Refusal): string {
  if (refusal.code === unpayable) return ''
  const values = refusal.parameters.map((value, place): Argument =>
    refusal.code === 'TransferFailed' && place === 2 && typeof value === 'string' ? { bytes: value } : value,
  )
  return selector(errors, refusal.code) + encodeWords(values)
}

function lists(offered: readonly Nft[], requested: readonly Nft[]): [Word[], Word[], Word[], Word[]] {
  return [
    offered.map((nft) => nft.contract),
    offered.map((nft) => nft.tokenId),
    requested.map((nft) => nft.contract),
    requested.map((nft) => nft.tokenId),
  ]
}

function createWords(call: Extract<EscrowCall, { kind: 'create' }>): string {
  const { offeredContracts, offeredIds, requestedContracts, requestedIds, durationS, coins } = call
  if (coins) {
    const a = { tuple: [offeredContracts, offeredIds, coins.offeredWei] }
    const b = { tuple: [requestedContracts, requestedIds, coins.requestedWei] }
    return functionWords('createSwapOfferWithCoins', a, b, durationS, coins.recipient)
  }
  if (call.by === 'multi')
    return functionWords(
      'createMultiSwapOffer',
      offeredContracts,
      offeredIds,
      requestedContracts,
      requestedIds,
      durationS,
    )
  const [tokenA = '0x', tokenIdA = 0n, tokenB = '0x', tokenIdB = 0n] = [
    offeredContracts[0],
    offeredIds[0],
    requestedContracts[0],
    requestedIds[0],
  ]
  return functionWords('createSwapOffer', tokenA, tokenIdA, tokenB, tokenIdB, durationS)
}

const offerFunctions = {
  accept: 'acceptSwapOffer',
  cancel: 'cancelSwapOffer',
  cancelExpired: 'cancelExpiredOffer',
  sendHome: 'sendHome',
} as const

/** Encoded call data of a model's call. */
export function callWords(call: EscrowCall): string {
  switch (call.kind) {
    case 'create':
      return createWords(call)
    case 'accept':
    case 'cancel':
    case 'cancelExpired':
    case 'sendHome':
      return functionWords(offerFunctions[call.kind], call.id)
    case 'claim':
      return call.which === undefined
        ? functionWords('claimReturned', call.id)
        : functionWords('claimReturned/2', call.id, call.which)
    case 'takeOwed':
      return functionWords('takeOwedCoins', call.to)
    case 'updateFee':
      return functionWords('updateFee', call.feeWei)
    case 'emergencyWithdraw':
      return functionWords('emergencyWithdraw', call.nft.contract, call.nft.tokenId)
    case 'setCreationPaused':
      return functionWords('setCreationPaused', call.paused)
    case 'transferOwnership':
      return functionWords('transferOwnership', call.to)
    default:
      return functionWords(call.kind)
  }
}

function log(name: string, indexed: readonly Word[], data: readonly Argument[]): LogWords {
  return { topics: [selector(events, name), ...indexed.map((value) => encodeWords([value]))], data: encodeWords(data) }
}

function createdLogs(offer: HeldOffer, by: 'single' | 'multi' | 'coins'): LogWords[] {
  const indexed = [offer.id, offer.creator, offer.recipient]
  if (by === 'coins') {
    const [contractsA, idsA, contractsB, idsB] = lists(offer.offered, offer.requested)
    const a = { tuple: [contractsA, idsA, offer.offeredWei] }
    const b = { tuple: [contractsB, idsB, offer.requestedWei] }
    return [log('SwapOfferWithCoinsCreated', indexed, [a, b, BigInt(offer.expiresAtS)])]
  }
  const counts = log('SwapOfferCounts', [offer.id], [BigInt(offer.offered.length), BigInt(offer.requested.length)])
  const expiresAt = BigInt(offer.expiresAtS)
  if (by === 'multi')
    return [log('MultiSwapOfferCreated', indexed, [...lists(offer.offered, offer.requested), expiresAt]), counts]
  const words = [...offer.offered, ...offer.requested].flatMap((nft) => [nft.contract, nft.tokenId])
  return [log('SwapOfferCreated', indexed, [...words, expiresAt]), counts]
}

/** Encoded logs of a model's event. */
export function eventLogs(event: EscrowEvent): LogWords[] {
  switch (event.kind) {
    case 'created':
      return createdLogs(event.offer, event.by)
    case 'completed':
      return [log('SwapCompleted', [event.id, event.by], [])]
    case 'cancelled':
      return [log('SwapCancelled', [event.id, event.by], [])]
    case 'returnFailed':
      return [log('ReturnFailed', [event.id], [event.nft.contract, event.nft.tokenId])]
    case 'returnClaimed':
      return [log('ReturnClaimed', [event.id], [event.nft.contract, event.nft.tokenId])]
    case 'coinsOwed':
      return [log('CoinsOwed', [event.id, event.account], [event.amountWei])]
    case 'owedTaken':
      return [log('OwedCoinsTaken', [event.account, event.to], [event.amountWei])]
    case 'feeUpdated':
      return [log('FeeUpdated', [], [event.beforeWei, event.nowWei])]
    case 'feesWithdrawn':
      return [log('FeesWithdrawn', [event.to], [event.amountWei])]
    case 'creationPausedSet':
      return [log('CreationPausedSet', [], [event.paused])]
    case 'emergencyWithdrawn':
      return [log('EmergencyWithdrawn', [event.nft.contract, event.nft.tokenId, event.to], [])]
    case 'transferStarted':
      return [log('OwnershipTransferStarted', [event.from, event.to], [])]
    case 'transferred':
      return [log('OwnershipTransferred', [event.from, event.to], [])]
  }
}

/** What `getOfferDetails` answers. */
export function detailsWords(offer: HeldOffer): string {
  return encodeWords([
    offer.creator,
    offer.recipient,
    ...lists(offer.offered, offer.requested),
    BigInt(offer.expiresAtS),
    offer.settlement === null,
  ])
}

/** What `swapOffers` answers. */
export function summaryWords(offer: HeldOffer): string {
  const status = offer.settlement === null ? 1n : offer.settlement.kind === 'completed' ? 2n : 3n
  return encodeWords([offer.creator, offer.recipient, BigInt(offer.expiresAtS), status])
}
